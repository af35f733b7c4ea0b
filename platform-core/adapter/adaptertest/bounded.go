package adaptertest

import (
	"context"
	"errors"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// bounded is an adapter whose calls have a time limit. The first call that exceeds it ends the suite:
// the suite names it, and every other call fails with errSlow.
type bounded struct {
	adapter.Adapter
	suite *suite
}

// errSlow is why a property is not checked. The property time-bounds names the call.
const errSlow = skip("the suite ended at a call that was too slow")

// Evaluate calls the adapter.
func (b bounded) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	return inTime(ctx, b.suite, "Evaluate of "+inputName(in), b.Adapter.Evaluate, in)
}

// Generate calls the adapter.
func (b bounded) Generate(ctx context.Context, in adapter.Input) (adapter.Generation, error) {
	return inTime(ctx, b.suite, "Generate of "+inputName(in), b.Adapter.Generate, in)
}

// CheckInstallation calls the adapter, which may keep the profile.
func (b bounded) CheckInstallation(ctx context.Context, p profile.Profile) ([]profile.Check, error) {
	return inTime(ctx, b.suite, "CheckInstallation of "+profileName(p), b.Adapter.CheckInstallation, p.Clone())
}

// inTime makes a call within the time limit of the suite. It returns a panic as an error.
func inTime[In, Out any](
	ctx context.Context, s *suite, what string, call func(context.Context, In) (Out, error), in In,
) (answer Out, err error) {
	if s.slow.Load() != nil {
		return answer, errSlow
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.limit, errSlow)
	defer cancel()
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	answer, err = call(ctx, in)
	if errors.Is(context.Cause(ctx), errSlow) {
		what = fmt.Sprintf("%s did not end within %s", what, s.limit)
		s.slow.CompareAndSwap(nil, &what) // several callers may be too slow at once; the first is named
		return answer, errSlow
	}
	return answer, err
}
