//go:build !windows
// +build !windows

package main

// check: call

func detail() {}
