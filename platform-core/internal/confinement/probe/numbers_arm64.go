package probe

// As in the kernel's include/uapi/asm-generic/unistd.h.
const (
	sysMemfdCreate = 279
	sysGetrandom   = 278
)
