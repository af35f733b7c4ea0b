package probe

// System calls that package syscall does not number, as in the kernel's
// arch/x86/entry/syscalls/syscall_64.tbl.
const (
	sysMemfdCreate  = 319
	sysNewfstatat   = 262
	sysGetrandom    = 318
	sysExecveat     = 322
	sysBPF          = 321
	sysIOUringSetup = 425
)
