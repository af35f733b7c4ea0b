package escape

import "golang.org/x/sys/unix"

const (
	statCall   = unix.SYS_STATFS
	newfstatat = unix.SYS_FSTATAT
)
