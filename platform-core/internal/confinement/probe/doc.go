// Package probe tries, in a confined process, what the confinement must refuse. A host reports the
// result: what the kernel did refuse, and not what it was asked to refuse.
//
// A successful attempt does no harm. It aims at a port, a path or a process that does not exist, or
// undoes its effect. It counts as refused if the kernel answers EPERM or EACCES, or does not have
// the call. There is one attempt for each class of escape. integration/adapters makes over a hundred.
//
// The package imports only runtime, syscall and unsafe, because the launch shim of the host uses it
// before any other package is initialised.
package probe

// Set is a set of attempts. Each attempt is a bit, in the order of names.
type Set uint32

// names are the names of the attempts, in their order.
var names = [...]string{
	"tcp", "udp", "unix-connect", "read", "write", "create", "exec", "memory-file", "fork", "ptrace", "signal",
	"io_uring", "unshare", "libraries",
}

// All holds every attempt.
const All Set = 1<<len(names) - 1

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

// ParseNames returns the set of the names. It ignores unknown names.
func ParseNames(found []string) Set {
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
