//go:build !linux

package ways

// attempts are written for Linux alone.
var attempts []attempt
