package shim

// As in the kernel's arch/x86/entry/syscalls/syscall_64.tbl.
const (
	sysSeccomp  = 317
	sysExecveat = 322
)
