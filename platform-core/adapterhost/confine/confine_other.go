//go:build !linux || (!amd64 && !arm64)

package confine

import (
	"context"
	"errors"
	"os"
	"os/exec"

	"platform.internal/platform-core/internal/confinement"
)

// Available reports whether this system can confine a process.
func Available() bool { return false }

// Start fails: there is nothing to confine a process with.
func (l Launch) Start(context.Context, *exec.Cmd, *os.File, func(*Launch) error) (confinement.Report, error) {
	return confinement.Report{}, errors.ErrUnsupported
}

// Bounds returns nothing: this system bounds nothing.
func (l Launch) Bounds(int, *Group) []string { return nil }

// UserThreads returns no bound.
func UserThreads(int) uint64 { return 0 }

func filtered(int) bool { return false }
