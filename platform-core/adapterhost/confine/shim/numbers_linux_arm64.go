package shim

// As in the kernel's include/uapi/asm-generic/unistd.h.
const (
	sysSeccomp  = 277
	sysExecveat = 281
)
