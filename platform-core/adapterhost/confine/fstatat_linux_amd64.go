package confine

import "golang.org/x/sys/unix"

const fstatat = unix.SYS_NEWFSTATAT
