package main

// check: call guess

func main() {
	start()
	//^ call start_unix.go#start -> main; guess start_windows.go#start -> main
	new(conn).close()
	//^ call start_unix.go#conn.close -> main; guess start_windows.go#conn.close -> main
}

type conn struct{}
