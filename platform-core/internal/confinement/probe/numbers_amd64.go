package probe

// As in the kernel's arch/x86/entry/syscalls/syscall_64.tbl.
const (
	sysMemfdCreate = 319
	sysGetrandom   = 318
)
