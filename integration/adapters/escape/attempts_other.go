//go:build !linux

package escape

// attempts are written for Linux only.
var attempts []attempt
