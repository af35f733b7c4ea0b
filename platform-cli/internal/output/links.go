package output

import (
	"io/fs"
	"syscall"
)

// Links returns the number of names that a file has; 1 where nobody knows.
func Links(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink) //nolint:unconvert // its type differs between systems
	}
	return 1
}
