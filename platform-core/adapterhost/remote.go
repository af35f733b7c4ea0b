package adapterhost

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"platform.internal/platform-core/adapter"
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
}

// remote is an adapter behind the contract, as a host sees it: supervised,
// bounded and checked.
type remote struct {
	failure    failure
	limits     limits
	supervisor *supervisor
	quarantine *quarantine
	// lane has room for one suspect at a time.
	lane chan struct{}
}

var _ adapter.Adapter = (*remote)(nil)

func newRemote(f failure, l limits, start func(life context.Context) (*instance, error)) *remote {
	return &remote{
		failure: f, limits: l, supervisor: newSupervisor(f, l.call, start),
		quarantine: newQuarantine(time.Now), lane: make(chan struct{}, 1),
	}
}

// Describe returns what the running adapter said when it started.
func (r *remote) Describe(ctx context.Context) (adapter.Description, error) {
	return look(ctx, r, func(i *instance) adapter.Description { return copied(i.description) })
}

// CheckInstallation returns the adapter's readiness checks of a profile.
func (r *remote) CheckInstallation(ctx context.Context, prof profile.Profile) ([]profile.Check, error) {
	return ask(ctx, r, question[[]profile.Check]{
		method: "CheckInstallation",
		input:  func() message { return convert.ProfileToMessage(prof) },
		call: func(ctx context.Context, i *instance) ([]profile.Check, error) {
			return i.CheckInstallation(ctx, prof)
		},
	})
}

// Evaluate returns the adapter's evaluation of an order.
func (r *remote) Evaluate(ctx context.Context, order adapter.Input) (adapter.Evaluation, error) {
	return ask(ctx, r, question[adapter.Evaluation]{
		method: "Evaluate",
		input:  func() message { return convert.OrderToMessage(order) },
		call: func(ctx context.Context, i *instance) (adapter.Evaluation, error) {
			return i.Evaluate(ctx, order)
		},
	})
}

// Generate returns the files that the adapter makes of an order.
func (r *remote) Generate(ctx context.Context, order adapter.Input) ([]adapter.File, error) {
	return ask(ctx, r, question[[]adapter.File]{
		method: "Generate",
		input:  func() message { return convert.OrderToMessage(order) },
		call: func(ctx context.Context, i *instance) ([]adapter.File, error) {
			return i.Generate(ctx, order)
		},
	})
}

// status returns what a host shows of the adapter, starting it if need be.
func (r *remote) status(ctx context.Context) (adapter.Status, error) {
	return look(ctx, r, (*instance).status)
}

// copied returns a description that shares nothing with d.
func copied(d adapter.Description) adapter.Description {
	return convert.DescriptionFromMessage(convert.DescriptionToMessage(d))
}

// look reads what a running adapter is known by. It asks the process nothing.
func look[T any](ctx context.Context, r *remote, read func(*instance) T) (found T, err error) {
	g, err := r.supervisor.acquire(ctx)
	if err != nil {
		return found, err
	}
	defer r.supervisor.leave(g)
	return read(g.instance), nil
}

// explain returns the *problem.Problem of a call's error.
func (r *remote) explain(method string, err error) error {
	switch {
	case r.supervisor.life.Err() != nil:
		return r.failure.stopping()
	case status.Code(err) == codes.DeadlineExceeded:
		return r.failure.late(method, r.limits.call, err)
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
		return f.crashed(lastWords{}, err)
	case status.Code(err) == codes.ResourceExhausted:
		return f.tooLarge(method, l.answer, err)
	default:
		return f.failed(method, err)
	}
}
