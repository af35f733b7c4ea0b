package adapterhost

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/internal/convert"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// limits bound what an adapter may take.
type limits struct {
	start  time.Duration // from launch to description
	call   time.Duration // one call
	answer int           // bytes of one answer
	memory uint64        // bytes that the process can write to
	idle   time.Duration // how often a process without calls is looked at
}

// remote is an adapter behind the contract, as a host sees it: supervised,
// bounded and checked.
type remote struct {
	failure    failure
	limits     limits
	supervisor *supervisor
	suspects   *suspects
	// queue admits one suspect at a time.
	queue chan struct{}
}

var _ adapter.Adapter = (*remote)(nil)

func newRemote(f failure, l limits, start func(life context.Context) (*instance, error)) *remote {
	return &remote{
		failure: f, limits: l, supervisor: newSupervisor(f, start), suspects: newSuspects(time.Now), queue: make(chan struct{}, 1),
	}
}

// Describe returns the description from the running adapter's start.
func (r *remote) Describe(ctx context.Context) (adapter.Description, error) {
	return look(ctx, r, func(i *instance) adapter.Description { return copied(i.status.Description) })
}

// CheckInstallation returns the adapter's readiness checks of a profile.
func (r *remote) CheckInstallation(ctx context.Context, prof profile.Profile) ([]profile.Check, error) {
	return ask(ctx, r, question[[]profile.Check]{
		method: "CheckInstallation",
		input:  func() proto.Message { return convert.ProfileToMessage(prof) },
		call: func(ctx context.Context, i *instance) ([]profile.Check, error) {
			return i.CheckInstallation(ctx, prof)
		},
	})
}

// Evaluate returns the adapter's evaluation of an input.
func (r *remote) Evaluate(ctx context.Context, input adapter.Input) (adapter.Evaluation, error) {
	return ask(ctx, r, question[adapter.Evaluation]{
		method: "Evaluate",
		input:  func() proto.Message { return convert.InputToMessage(input) },
		call: func(ctx context.Context, i *instance) (adapter.Evaluation, error) {
			return i.Evaluate(ctx, input)
		},
	})
}

// Generate returns what the adapter generates of an input.
func (r *remote) Generate(ctx context.Context, input adapter.Input) (adapter.Generation, error) {
	return ask(ctx, r, question[adapter.Generation]{
		method: "Generate",
		input:  func() proto.Message { return convert.InputToMessage(input) },
		call: func(ctx context.Context, i *instance) (adapter.Generation, error) {
			return i.Generate(ctx, input)
		},
	})
}

// status returns what a host shows of the adapter, starting it if need be.
func (r *remote) status(ctx context.Context) (adapter.Status, error) {
	return look(ctx, r, (*instance).shown)
}

// copied returns a description that shares nothing with d.
func copied(d adapter.Description) adapter.Description {
	return convert.DescriptionFromMessage(convert.DescriptionToMessage(d))
}

// look reads what a running adapter is known by, starting it if need be. It asks
// the process nothing.
func look[T any](ctx context.Context, r *remote, read func(*instance) T) (T, error) {
	return ask(ctx, r, question[T]{call: func(_ context.Context, i *instance) (T, error) { return read(i), nil }})
}

// explain returns the *problem.Problem of a call's error, and retires a process
// that is gone, or that did not answer in time.
func (r *remote) explain(method string, g *generation, err error) error {
	switch code := status.Code(err); {
	case r.supervisor.life.Err() != nil:
		return r.failure.fault(problem.PlatformStopping, nil)
	case code == codes.DeadlineExceeded:
		_ = r.supervisor.retire(g, errTimedOut)
		return r.failure.timedOut(method, r.limits.call, err)
	case code == codes.Unavailable, code == codes.Canceled:
		exit := g.instance.exit()
		switch reason := r.supervisor.retire(g, reasonOf(exit)); {
		case errors.Is(reason, errUnresponsive):
			return r.failure.unresponsive(method, err)
		case errors.Is(reason, errKilled):
			return r.failure.killed(err)
		}
		return r.failure.crashed(exit, err)
	default:
		return r.failure.of(method, r.limits, err)
	}
}

// of returns the *problem.Problem of what a call ended with.
func (f failure) of(method string, l limits, err error) error {
	var p *problem.Problem
	var malformed *convert.Error
	switch {
	case errors.As(err, &p):
		return p
	case errors.As(err, &malformed):
		return f.breach("form", malformed.Field, malformed.Reason, err)
	case status.Code(err) == codes.Unavailable, status.Code(err) == codes.Canceled:
		return f.crashed(process.Exit{}, err)
	case status.Code(err) == codes.ResourceExhausted:
		return f.tooLarge(method, l.answer, err)
	default:
		return f.failed(method, err)
	}
}
