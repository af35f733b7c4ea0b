package output

import (
	"io/fs"
	"os"
	"syscall"
)

// Links returns the number of names that a file has; 1 where nobody knows.
func Links(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink) //nolint:unconvert // its type differs between systems
	}
	return 1
}

// keepOwner gives a file the owner and the group of another one, or the group at least,
// which is all that most users may give.
func keepOwner(file *os.File, of fs.FileInfo) {
	stat, ok := of.Sys().(*syscall.Stat_t)
	if ok && file.Chown(int(stat.Uid), int(stat.Gid)) != nil {
		_ = file.Chown(-1, int(stat.Gid))
	}
}
