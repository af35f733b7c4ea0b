//go:build !linux

package ways

// attempts are written for Linux only.
var attempts []attempt
