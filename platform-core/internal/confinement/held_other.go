//go:build !linux

package confinement

import "errors"

// Hold is what the kernel says that it holds a process to.
type Hold struct {
	// Filters is the smallest number of seccomp filters that any thread has.
	Filters int
	// Privileges tells that some thread could still gain privileges.
	Privileges bool
}

// Held has nobody to ask here.
func Held(int) (Hold, error) { return Hold{}, errors.ErrUnsupported }

// Own has nobody to ask here.
func Own() (Hold, error) { return Hold{}, errors.ErrUnsupported }
