package main

// check: definition call guess

func start() { detail() }

//^ function start; call detail_windows.go#detail -> start; guess detail.go#detail -> start

func (c *conn) close() {}

//^ method conn.close
