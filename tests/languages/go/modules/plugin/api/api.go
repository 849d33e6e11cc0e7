package api

// check: call

func Serve() {}
