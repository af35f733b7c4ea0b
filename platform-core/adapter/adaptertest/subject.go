package adaptertest

import (
	"context"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
)

// Subject is an adapter to judge.
type Subject interface {
	// Start returns the adapter afresh, in surroundings of which no answer may
	// depend. The error is a *problem.Problem, or ctx's own.
	Start(ctx context.Context, surroundings adapterhost.Surroundings) (Running, error)
}

// Later is a Subject that can answer at another time.
type Later interface {
	// Later calls ask with the adapter afresh, several times, under a clock that
	// stands years away and moves.
	Later(ask func(adapter.Adapter))
}

// Coded is a Subject whose machine code can be read.
type Coded interface {
	// Code returns the path of the executable that holds the adapter, and the
	// path of the adapter's package; empty for one of the executable's own module.
	Code() (executable, pkg string)
}

// Running is a started Subject.
type Running struct {
	// Adapter is the adapter as a host sees it.
	adapter.Adapter
	// Status is what a host shows of it.
	Status adapter.Status
	// Direct is the adapter itself, where it is in this process; else nil.
	Direct adapter.Adapter
	// Close ends it.
	Close func()
}

// Binary returns the subject of a binary at path: each start is a process of
// its own, which a host would start in the same way. options bound it.
func Binary(path string, options adapterhost.Options) Subject { return binary{path, options} }

type binary struct {
	path    string
	options adapterhost.Options
}

func (b binary) Code() (executable, pkg string) { return b.path, "" }

func (b binary) Start(ctx context.Context, surroundings adapterhost.Surroundings) (Running, error) {
	trial, err := adapterhost.Try(ctx, b.path, surroundings, b.options)
	if err != nil {
		return Running{}, err
	}
	return Running{Adapter: trial, Status: trial.Status, Close: trial.Close}, nil
}
