// Package probe tries, from within a confined process, what its confinement has
// to refuse. What a host reports of a confinement comes from here: what the
// kernel was seen to refuse, never what it was asked to.
//
// An attempt does no harm where it succeeds: it aims at nothing (a port, a path,
// a process that does not exist), or undoes what it did. It counts as refused
// when the kernel answers EPERM or EACCES, or has no such call at all. There is
// one attempt for each class of escape; integration/adapters tries over a
// hundred.
//
// The package imports only runtime, syscall and unsafe, because the host's launch shim
// uses it before any other package is initialised.
package probe

// Set is a set of attempts, a bit each in the order of their names.
type Set uint32

// names are the attempts, in the order in which they are made.
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

// ParseNames returns the set of the names; a name that it does not know is left out.
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
