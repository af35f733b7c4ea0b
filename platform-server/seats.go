package server

import (
	"context"
	"time"

	"platform.internal/platform-core/problem"
)

// seats bound the in-flight calls of one class. A call without a seat waits in a bounded queue, in the order of
// arrival. If the queue is full, it is refused. Nil seats are for calls that need none.
type seats struct {
	taken chan struct{}
	// present has the waiting calls too.
	present chan struct{}
}

// queueTime bounds how long a call waits for its seat.
const queueTime = 30 * time.Second

func newSeats(n, queue int) *seats {
	return &seats{taken: make(chan struct{}, n), present: make(chan struct{}, n+queue)}
}

// classes are the seats of the API. A call in flight takes some 300 KB for an evaluation. A waiting call takes 20 KB
// and its body. Calls of one class do not wait for those of another.
type classes struct {
	reads       *seats
	evaluations *seats
	records     *seats
	// longLists are lists beyond a page, while they are sent. Each keeps the addresses of its items until the end.
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

// retryTime is the number of seconds after which a refused call may find a seat.
const retryTime = 5

func overloaded(format string, args ...any) error {
	p := problem.New(problem.Overloaded, format, args...)
	p.RetryAfter = retryTime
	return p
}

// enter waits for a seat, and leave returns it. It fails with a [problem.Problem] or with the error of ctx.
func (s *seats) enter(ctx context.Context) (leave func(), err error) {
	if s == nil {
		return func() {}, nil
	}
	select {
	case s.present <- struct{}{}:
	default:
		return nil, overloaded(
			"This service has too many calls in flight. Send fewer at a time, and try again in %d s.",
			retryTime,
		)
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
		err = overloaded(
			"This call waited %v for other calls. Send fewer at a time, and try again in %d s.",
			queueTime,
			retryTime,
		)
	}
	<-s.present
	return nil, err
}

func (s *seats) leave() {
	<-s.taken
	<-s.present
}
