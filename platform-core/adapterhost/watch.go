package adapterhost

import (
	"context"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// While calls are under way, the process is asked every pulseInterval whether it
// answers at all, and has pulseTimeout to do so. One that does not takes every
// call with it, long before each would be out of time, so that they can still be
// asked once more. A single call that hangs in a process that answers is that
// call's own matter: its time runs out.
const (
	pulseInterval = time.Second
	pulseTimeout  = 3 * time.Second
)

// watch ends a generation that has stopped answering.
func (s *supervisor) watch(ctx context.Context, g *generation) {
	if g.instance.pulse == nil {
		return
	}
	ticker := time.NewTicker(pulseInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if s.busy(g) && !answers(ctx, g.instance) {
			s.retire(g, hung)
			g.instance.kill()
			return
		}
	}
}

func (s *supervisor) busy(g *generation) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return g.calls > 0
}

// answers reports whether the process does. One that has gone is none of the
// watch's business.
func answers(ctx context.Context, i *instance) bool {
	limited, cancel := context.WithTimeout(ctx, pulseTimeout)
	defer cancel()
	return status.Code(i.pulse(limited)) != codes.DeadlineExceeded || ctx.Err() != nil
}
