package probe

// System calls that package syscall does not number, as in the kernel's
// include/uapi/asm-generic/unistd.h.
const (
	sysMemfdCreate  = 279
	sysNewfstatat   = 79
	sysGetrandom    = 278
	sysExecveat     = 281
	sysBPF          = 280
	sysIOUringSetup = 425
)
