// Package host runs command lines. A command is made with [NewCommand] or [Invocation.Command],
// opens a [Session] with the installation of a profile, and returns a [Result]. It prints nothing
// itself, so that there is always exactly one document.
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
	"platform.internal/platform-core/service"
)

// Host is what the commands need from the process that they run in.
type Host struct {
	Stdin io.Reader
	// Help takes the text of --help and of shell completions, Warnings what
	// cobra prints besides.
	Help io.Writer
	// Show writes a part of the Result that a command with many results has already. Progress shows
	// a line until something else is written; "" removes it. It shows nothing if standard error is
	// not a terminal.
	Show     func(part *Result)
	Progress func(line string)
	// Columns of the terminals that are standard output and standard error; 0 for another stream.
	OutColumns, ErrColumns int

	Warnings io.Writer
	// Service is the service object that this process embeds; nil where it has
	// none. IDs are looked up in it.
	Service *service.Service
	// Open opens the catalog of adapters; close ends those that were started.
	Open func(Adapters) (catalog adapter.Catalog, close func(), err error)
	// Judge checks the adapter's binary at path against the contract. Of Adapters
	// it looks at Confined and Quiet.
	Judge func(ctx context.Context, path string, a Adapters) (adaptertest.Report, error)
	Now   func() time.Time
}

// Adapters say where adapters are found, as the global flags name it.
type Adapters struct {
	// Dir is the folder with the lock file; empty for the default.
	Dir string
	// LockKey is the file of the key by which the lock file has to be signed; empty to ask
	// for no signature.
	LockKey string
	// Extra are further adapters by provider ID.
	Extra map[string]string
	// Confined refuses an adapter whose process is not wholly confined.
	Confined bool
	// Quiet drops the warnings about adapters.
	Quiet bool
}
