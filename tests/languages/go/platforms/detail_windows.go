package main

// check: call

func detail() {}
