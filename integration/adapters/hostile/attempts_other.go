//go:build !linux

package main

type attempt struct {
	name string
	try  func() error
}

// attempts are written for Linux alone.
var attempts []attempt
