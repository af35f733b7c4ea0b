package escape

import "golang.org/x/sys/unix"

const (
	statCall   = unix.SYS_STAT
	newfstatat = unix.SYS_NEWFSTATAT
)
