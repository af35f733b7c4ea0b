// Package probe tries the ways out of a confined process, from within, and
// tells which are open. What a host says of its box comes from here: a box is
// described by what it was seen to refuse, never by what was asked for.
//
// An attempt does no harm where it is open: it aims at nothing (a port, a path,
// a process that does not exist), or undoes what it did. It counts as refused
// when the kernel says EPERM or EACCES, or has no such call at all.
//
// The package imports nothing but syscall and unsafe, because package shim uses
// it before any other package is initialised.
package probe

// Set is a set of attempts, a bit each in the order of Names.
type Set uint32

// names are the attempts, in the order in which they are made.
var names = [...]string{
	"tcp", "udp", "netlink", "unix-connect", "read", "environment", "write", "create", "exec", "memory-file",
	"fork", "ptrace", "signal", "limits", "io_uring", "unshare", "mount", "bpf",
	"stat", "exec-path", "libraries", "shared-memory", "stack-memory", "protected-memory",
}

// Count is how many attempts there are.
const Count = len(names)

// All holds every attempt.
const All Set = 1<<Count - 1

// Names returns the names of a set's attempts; nil for none.
func (s Set) Names() []string {
	var found []string
	for i, name := range names {
		if s&(1<<i) != 0 {
			found = append(found, name)
		}
	}
	return found
}

// Of returns the set of the names; a name that it does not know is left out.
func Of(found []string) Set {
	var s Set
	for _, name := range found {
		for i, known := range names {
			if name == known {
				s |= 1 << i
			}
		}
	}
	return s
}
