package server

import (
	"context"
	"time"

	"platform.internal/platform-core/problem"
)

// seats bound the calls of one class that are worked on at once. Beyond them a
// call waits, in the order of arrival, and beyond that it is refused. Nil seats are
// for calls that need none.
type seats struct {
	taken chan struct{}
	// present has those that wait, too.
	present chan struct{}
}

// queueTime bounds how long a call waits for its seat.
const queueTime = 30 * time.Second

func newSeats(n, queue int) *seats {
	return &seats{taken: make(chan struct{}, n), present: make(chan struct{}, n+queue)}
}

// classes are the seats of the API. What is worked on takes some 300 KB for an
// evaluation; what waits, 20 KB and its body. Nothing of one class keeps another
// one waiting.
type classes struct {
	reads       *seats
	evaluations *seats
	records     *seats
	// longLists are lists beyond a page, while they are sent: each keeps the
	// addresses of its items until its reader has them.
	longLists *seats
}

func newClasses() classes {
	return classes{
		reads:       newSeats(256, 2048),
		evaluations: newSeats(64, 2048),
		records:     newSeats(64, 2048),
		longLists:   newSeats(64, 448),
	}
}

// retryTime is the seconds after which a call that was refused may find a seat.
const retryTime = 5

func overloaded(format string, args ...any) error {
	p := problem.New(problem.Overloaded, format, args...)
	p.RetryAfter = retryTime
	return p
}

// enter waits for a seat, which leave gives back. The error is a *problem.Problem,
// or ctx's own.
func (s *seats) enter(ctx context.Context) (leave func(), err error) {
	if s == nil {
		return func() {}, nil
	}
	select {
	case s.present <- struct{}{}:
	default:
		return nil, overloaded("More calls are under way than this service works on at once. Send fewer at a time, and try again in %d s.", retryTime)
	}
	select {
	case s.taken <- struct{}{}:
		return s.leave, nil
	default:
	}
	timeout := time.NewTimer(queueTime)
	defer timeout.Stop()
	select {
	case s.taken <- struct{}{}:
		return s.leave, nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-timeout.C:
		err = overloaded("This call waited for %v, behind others. Send fewer at a time, and try again in %d s.", queueTime, retryTime)
	}
	<-s.present
	return nil, err
}

func (s *seats) leave() {
	<-s.taken
	<-s.present
}
