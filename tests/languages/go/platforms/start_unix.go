//go:build linux || (darwin && !cgo)

package main

// check: definition call guess

func start() { detail() }

//^ function start; call detail.go#detail -> start; guess detail_windows.go#detail -> start

func (c *conn) close() {}

//^ method conn.close
