package adaptertest

import (
	"context"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
)

// Subject is an adapter to check: see [Binary].
type Subject struct {
	// Start starts the adapter in a process environment. No answer may depend on it. The error is
	// a *problem.Problem, or that of the context.
	Start func(context.Context, adapterhost.ProcessEnvironment) (*adapterhost.Run, error)
	// OtherTimes calls ask with new adapters in this process: one now, and others under a clock
	// at other times. It is nil for a process.
	OtherTimes func(ask func(adapter.Adapter))
}

// Binary returns the subject of a binary at path. Each start is a process of its own, as a host
// starts it.
func Binary(path string, options adapterhost.Options) Subject {
	return Subject{Start: func(ctx context.Context, env adapterhost.ProcessEnvironment) (*adapterhost.Run, error) {
		return adapterhost.Start(ctx, path, env, options)
	}}
}
