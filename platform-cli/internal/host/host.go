// Package host runs command lines. [NewCommand] and [Invocation.Command] make a command. A command
// opens a [Session] with the installation of a profile and returns a [Result]. It prints nothing
// itself, so that each command line prints exactly one document.
//
// A [Host] is the process: its streams, adapters and clock. An [Invocation] is one command line in
// it. The help texts of all commands are in help.txt.
package host

import (
	"context"
	"io"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// Host has the parts of the process that commands use.
type Host struct {
	Stdin io.Reader
	// Help receives the text of --help and of shell completions. Warnings receives other output of
	// cobra.
	Help io.Writer
	// Show writes a part of the [Result] before the command ends. Progress shows a line until
	// something else is written; "" removes it. Progress shows nothing if standard error is not a
	// terminal.
	Show     func(part *Result)
	Progress func(line string)
	// OutColumns and ErrColumns are the widths of standard output and standard error. A stream that is
	// not a terminal has the width 0.
	OutColumns, ErrColumns int

	Warnings io.Writer
	// Service is the service that this process embeds, or nil. Commands look up IDs in it.
	Service *service.Service
	// Open opens the catalog of adapters. The returned close function ends the adapters that were
	// started.
	Open func(Adapters) (catalog adapter.Catalog, close func(), err error)
	// Judge checks the adapter's binary at path against the contract. It uses only Confined and Quiet
	// of [Adapters].
	Judge func(ctx context.Context, path string, a Adapters) (adaptertest.Report, error)
	// Ask returns the answer of the adapter's binary at path to a request in a mode. The boundaries are placeholders.
	Ask func(ctx context.Context, path string, mode profile.Mode, r request.Request, a Adapters) (*Result, error)
	// Lock writes the lock file of a folder of adapters, and returns its content.
	Lock func(ctx context.Context, dir string, quiet bool) (*Result, error)
	// Locked returns the adapters of the lock file, or none if it cannot be read. It may be nil.
	Locked func(Adapters) []LockedAdapter
	Now    func() time.Time
}

// LockedAdapter is an adapter that a lock file names. Its digest tells builds of one version apart.
type LockedAdapter struct {
	ID      string `json:"id"`
	Version string `json:"version"`
	Digest  string `json:"digest"`
}

// Adapters are the values of the global flags for adapters.
type Adapters struct {
	// Dir is the folder with the lock file, or empty for the default.
	Dir string
	// LockKey is the file with the key that must have signed the lock file. If it is empty, no
	// signature is checked.
	LockKey string
	// Extra has more adapter binaries by provider ID.
	Extra map[string]string
	// Confined refuses an adapter whose process is not fully confined.
	Confined bool
	// Quiet drops the warnings about adapters.
	Quiet bool
}
