package adaptertest

import (
	"context"
	"fmt"
	"strings"

	"platform.internal/platform-core/profile"
)

// processConfined tells what the host vouches for. A machine that can confine
// nothing is no fault of the adapter; a process that is held by less than the
// machine can do is.
func processConfined(_ context.Context, s *suite) error {
	c := s.running.Status.Confinement
	switch {
	case c == nil:
		return skip{"judged only in a process (adaptertest.RunProcess)"}
	case c.Level == profile.Enforced:
		return nil
	case c.Loaded():
		return fmt.Errorf("it needs a dynamic loader, so it may read libraries; build it with CGO_ENABLED=0; not refused: %s", strings.Join(c.Open, ", "))
	case c.Level == c.Host:
		return skip{fmt.Sprintf("this machine can confine no process fully: its own level is %q", c.Host)}
	}
	return fmt.Errorf("the host vouches for %q where the machine enforces %q; not refused: %s", c.Level, c.Host, strings.Join(c.Open, ", "))
}
