package adapterhost

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/internal/convert"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// remote is an adapter behind the contract, as a host sees it: supervised,
// bounded and checked.
type remote struct {
	*supervisor
	suspects *suspects
	// queue admits one suspect at a time, seats maxCalls calls.
	queue, seats chan struct{}
}

var _ adapter.Adapter = (*remote)(nil)

func newRemote(f failure, o Options, start func(life context.Context) (*instance, error)) *remote {
	return &remote{newSupervisor(f, o, start), newSuspects(time.Now), make(chan struct{}, 1), make(chan struct{}, maxCalls)}
}

// Describe returns the description from the running adapter's start.
func (r *remote) Describe(ctx context.Context) (adapter.Description, error) {
	return wait(ctx, r, question{}, look((*instance).description))
}

// CheckInstallation returns the adapter's readiness checks of a profile.
func (r *remote) CheckInstallation(ctx context.Context, p profile.Profile) ([]profile.Check, error) {
	return wait(ctx, r, checkInstallationMethod.question(p), checkInstallationMethod.of(p))
}

// Evaluate returns the adapter's evaluation of an input.
func (r *remote) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	return wait(ctx, r, evaluateMethod.question(in), evaluateMethod.of(in))
}

// Generate returns what the adapter generates of an input.
func (r *remote) Generate(ctx context.Context, in adapter.Input) (adapter.Generation, error) {
	return wait(ctx, r, generateMethod.question(in), generateMethod.of(in))
}

// status returns what a host shows of the adapter, starting it if need be.
func (r *remote) status(ctx context.Context) (adapter.Status, error) {
	return wait(ctx, r, question{}, look((*instance).shown))
}

// explain returns the *problem.Problem of a call's error, and retires a process
// that is gone, or that did not answer in time.
func (r *remote) explain(method string, g *generation, err error) error {
	switch code := status.Code(err); {
	case r.life.Err() != nil:
		return r.failure.fault(problem.PlatformStopping, nil)
	case code == codes.DeadlineExceeded:
		_ = r.retire(g, errTimedOut)
		return r.failure.timedOut(method, r.options.CallTimeout, err)
	case code == codes.Unavailable, code == codes.Canceled:
		exit := g.instance.exit()
		switch reason := r.retire(g, reasonOf(exit)); {
		case errors.Is(reason, errUnresponsive):
			return r.failure.unresponsive(method, err)
		case errors.Is(reason, errKilled):
			return r.failure.killed(err)
		}
		return r.failure.crashed(exit, err)
	default:
		return r.failure.of(method, r.options.MaxAnswer, err)
	}
}

// of returns the *problem.Problem of what a call ended with.
func (f failure) of(method string, maxAnswer int, err error) error {
	var p *problem.Problem
	var malformed *convert.Error
	switch code := status.Code(err); {
	case errors.As(err, &p):
		return p
	case errors.As(err, &malformed):
		return f.breach(problem.ContractForm, malformed.Field, malformed.Reason, err)
	case code == codes.Unavailable, code == codes.Canceled:
		return f.crashed(process.Exit{}, err)
	case code == codes.ResourceExhausted, errors.Is(err, convert.ErrTooMany):
		return f.tooLarge(method, maxAnswer, err)
	default:
		return f.failed(method, err)
	}
}
