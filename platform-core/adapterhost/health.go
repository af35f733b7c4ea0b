package adapterhost

import (
	"context"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// While calls are under way, the process is asked every healthInterval whether it
// answers the health check within healthTimeout. One that does not answer takes
// every call with it, long before each would be out of time, so that they can
// still be repeated. A single call that hangs in a process that answers runs out of
// time.
const (
	healthInterval = time.Second
	healthTimeout  = 3 * time.Second
)

// checkHealth ends a generation that has stopped answering.
func (s *supervisor) checkHealth(ctx context.Context, g *generation) {
	p := g.instance.process
	if p == nil {
		return
	}
	ticker := time.NewTicker(healthInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if s.busy(g) && !g.instance.responds(ctx) {
			_ = s.retire(g, errUnresponsive)
			p.End("ended by the platform for not answering the health check")
			return
		}
	}
}

// busy reports whether calls are in a generation.
func (s *supervisor) busy(g *generation) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return g.calls > 0
}

// responds reports whether the process answers. One that has gone is not the
// health check's concern.
func (i *instance) responds(ctx context.Context) bool {
	return status.Code(i.checkHealth(ctx)) != codes.DeadlineExceeded || ctx.Err() != nil
}
