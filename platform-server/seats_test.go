package server_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
)

// queue is how many calls of a class wait, beyond those that are worked on.
const queue = 2048

// classes has a call of each class, and how many of it are worked on at once.
var classes = map[string]struct {
	method, path, body string
	seats              int
}{
	"reads":       {"GET", requests + "/req-0", "", 256},
	"evaluations": {"POST", requests + "/evaluate", aRequest, 64},
	"records":     {"POST", requests, aRequest, 64},
}

// all sends a call n times at once, and returns where the answers come.
func (s fakeServer) all(n int, method, path, body string) <-chan reply {
	replies := make(chan reply, n)
	var calls sync.WaitGroup
	for range n {
		calls.Go(func() { replies <- s.do(method, path, body, keyed()...) })
	}
	go func() {
		calls.Wait()
		close(replies)
	}()
	return replies
}

// TestCallsBeyondTheSeats wait in the queue, and are refused beyond that; those of
// the other classes, and what needs no seat, are answered.
func TestCallsBeyondTheSeats(t *testing.T) {
	for name, class := range classes {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				held := make(chan struct{})
				f := &fake{hold: func() { <-held }}
				s := newServer(t, f)
				const more = 7
				replies := s.all(class.seats+queue+more, class.method, class.path, class.body)
				synctest.Wait()
				assert.Len(t, f.calls, class.seats, "calls in work")
				require.Len(t, replies, more, "calls that are refused at once")
				for range more {
					refused := <-replies
					assert.Equal(t, problem.Overloaded, refused.code())
					assert.Equal(t, "5", refused.Header().Get("Retry-After"))
				}
				for other, call := range classes {
					if other != name {
						f.hold = nil
						assert.Empty(t, s.do(call.method, call.path, call.body, keyed()...).code(), other)
					}
				}
				for _, path := range []string{"/health", "/ready", "/version", "/metrics"} {
					assert.Equal(t, http.StatusOK, s.do("GET", path, "").Code, path)
				}
				close(held)
				for got := range replies {
					assert.Empty(t, got.code())
				}
			})
		})
	}
}

// TestAWaitingCallIsRefusedInTheEnd, and one whose caller left is not worked on.
func TestAWaitingCallIsRefusedInTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		held := make(chan struct{})
		f := &fake{hold: func() { <-held }}
		s := newServer(t, f)
		working := s.all(64, "POST", requests, aRequest)
		synctest.Wait()
		start := time.Now()
		waiting := s.do("POST", requests, aRequest, keyed()...)
		assert.Equal(t, problem.Overloaded, waiting.code())
		assert.Equal(t, 30*time.Second, time.Since(start))

		ctx, leave := context.WithCancel(t.Context())
		left := make(chan any)
		go func() {
			defer func() { left <- recover() }()
			r := s.request("POST", requests, nil, keyed()...).WithContext(ctx)
			s.handler.ServeHTTP(httptest.NewRecorder(), r)
		}()
		synctest.Wait()
		leave()
		assert.Equal(t, http.ErrAbortHandler, <-left)
		close(held)
		for got := range working {
			assert.Empty(t, got.code())
		}
		assert.Len(t, f.calls, 64)
	})
}

// TestSlowSendersTakeNoSeats: a call takes one when its body is there.
func TestSlowSendersTakeNoSeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, &fake{})
		body, slow := io.Pipe()
		var senders sync.WaitGroup
		for range 200 {
			senders.Go(func() {
				s.handler.ServeHTTP(httptest.NewRecorder(), s.request("POST", requests+"/evaluate", body, keyed()...))
			})
		}
		synctest.Wait()
		start := time.Now()
		assert.Equal(t, http.StatusOK, s.do("POST", requests+"/evaluate", aRequest, typed...).Code)
		assert.Zero(t, time.Since(start))
		_ = slow.Close()
		senders.Wait()
	})
}

// TestReadsHaveATimeLimit of their own, which is no internal error.
func TestReadsHaveATimeLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, &fake{never: true})
		start := time.Now()
		assert.Equal(t, http.StatusOK, s.do("GET", "/v1/platform/providers", "").Code)
		assert.Equal(t, 3*time.Second, time.Since(start))
		start = time.Now()
		got := s.do("GET", "/ready", "")
		assert.Less(t, time.Since(start), 2*time.Second)
		assert.Equal(t, problem.Overloaded, got.code())
		assert.NotEmpty(t, got.Header().Get("Retry-After"))
	})
}
