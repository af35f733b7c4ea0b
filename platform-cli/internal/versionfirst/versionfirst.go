// Package versionfirst answers `platform version` before the other packages of the command
// are initialised, which takes twice as long as all else of a start. Whatever else the
// command line has is left to the command version, which prints the same bytes.
//
// Like package envguard it imports only syscall, and constants: Go initialises packages
// by import path as soon as what they import is ready. Package os, which has the
// arguments, comes later.
package versionfirst

import (
	"syscall"

	"platform.internal/platform-core/release"
)

// Document is what the command version prints.
const Document = "{\n  \"name\": \"" + release.Name + "\",\n  \"version\": \"" + release.Version + "\"\n}\n"

func init() {
	if asked() {
		write()
	}
}

// asked reports whether the arguments are "version" and nothing else; false on a system
// without /proc.
func asked() bool {
	fd, err := syscall.Open("/proc/self/cmdline", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	var line [4096]byte
	n, _ := syscall.Read(fd, line[:])
	_ = syscall.Close(fd)
	for i := range max(n, 0) {
		if line[i] == 0 { // the end of the command's own name
			return string(line[i+1:n]) == "version\x00"
		}
	}
	return false
}

// write writes the document and ends. Where it cannot be written whole at once, it
// leaves it to the command, which writes again and says why that fails.
func write() {
	if n, err := syscall.Write(syscall.Stdout, []byte(Document)); err == nil && n == len(Document) {
		syscall.Exit(0)
	}
}
