package output

import (
	"io/fs"
	"syscall"
)

// links returns the number of names that a file has; 1 where nobody knows.
func links(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink) //nolint:unconvert // its type differs between systems
	}
	return 1
}
