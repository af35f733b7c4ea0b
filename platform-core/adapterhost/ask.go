package adapterhost

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"
)

// A call under which a process is killed from outside is asked again, for as
// long as a call may take and mostKills times at most. After mostLonely kills
// with no other call in the process it is taken for their cause: something may
// kill the process for what the call makes it do.
const (
	mostKills  = 16
	mostLonely = 4
)

type message = proto.Message

// question is one call of an adapter, as often as it is asked.
type question[T any] struct {
	method string
	// input is what the call is told from others by.
	input func() message
	call  func(context.Context, *instance) (T, error)
}

// fingerprint is made only once a process went down: it takes longer than a
// quick call.
func (q question[T]) fingerprint() fingerprint {
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(q.input())
	if err != nil { // text that is not UTF-8, which no call gets past
		data = nil
	}
	return sha256.Sum256(append([]byte(q.method+"\x00"), data...))
}

// ask makes a call. A caller that leaves is not kept waiting, and the call runs
// on without it, to its own deadline: only so is it found out that a process
// hangs whose callers are less patient than that.
func ask[T any](ctx context.Context, r *remote, q question[T]) (answer T, err error) {
	type reply struct {
		answer T
		err    error
	}
	replies := make(chan reply, 1)
	go func() {
		a := asking[T]{remote: r, question: q, began: time.Now()}
		answer, err := a.run(ctx)
		replies <- reply{answer, err}
	}()
	select {
	case reply := <-replies:
		return reply.answer, reply.err
	case <-ctx.Done():
		return answer, ctx.Err()
	}
}

// asking is one call on its way to an answer, and what happened to it so far.
type asking[T any] struct {
	*remote
	question[T]
	began time.Time
	// suspect tells that a process went down under the call, which it may have
	// caused.
	suspect bool
	// kills counts the processes that were killed under it from outside, lonely
	// those in which it was the only call.
	kills, lonely int
}

// run makes the call, and once more on a fresh process when the first one went
// down under it: every answer is a pure function of its input. A call that took
// down mostStrikes processes is refused, now and for a while, so that it does
// not go on killing.
//
// A process that goes down takes all its calls with it, of which one may be the
// cause. Those that are asked again therefore go one at a time: the next crash
// then hits only the one that causes it. Where the process was killed from
// outside none of them is: nobody has to queue, and no try is used up.
func (a *asking[T]) run(ctx context.Context) (answer T, err error) {
	for {
		answer, again, err := a.try(ctx)
		if err == nil || !again || ctx.Err() != nil {
			return answer, err
		}
	}
}

// try makes the call once, in the lane if it is a suspect; again tells that it
// may be asked once more.
func (a *asking[T]) try(ctx context.Context) (answer T, again bool, err error) {
	strikes, err := a.known(a.method, a.fingerprint)
	if err != nil {
		return answer, false, err
	}
	if strikes > 0 {
		a.suspect = true
		leave, err := a.enterLane(ctx, a.method)
		if err != nil {
			return answer, false, err
		}
		defer leave()
		if strikes, err = a.known(a.method, a.fingerprint); err != nil {
			return answer, false, err
		}
		if strikes == 0 { // another one like it was answered
			leave()
		}
	}
	answer, g, err := once(ctx, a.remote, a.question)
	switch {
	case err == nil && a.suspect:
		a.quarantine.clear(a.fingerprint())
	case err != nil && g != nil:
		again = a.again(g, err)
	}
	return answer, again, err
}

// again remembers what a call met in the process g, and returns whether it may
// be asked again.
func (a *asking[T]) again(g *generation, err error) bool {
	switch {
	case isKilled(err) && a.bearsKill(g):
		return true
	case errors.Is(err, errCrashed), errors.Is(err, errHung), isKilled(err):
		a.quarantine.strike(a.fingerprint(), g)
		first := !a.suspect
		a.suspect = true
		return first && !errors.Is(err, errLate)
	default:
		return false
	}
}

// bearsKill counts a kill from outside, and returns whether the call has nothing
// to do with it as far as anybody can tell.
func (a *asking[T]) bearsKill(g *generation) bool {
	a.kills++
	if g.lonely {
		a.lonely++
	}
	if a.lonely == mostLonely {
		a.lonely = 0
		return false
	}
	return a.kills < mostKills && time.Since(a.began) < a.limits.call
}

// known returns how many processes went down under a call, or the Problem of
// one that is not asked any more.
func (r *remote) known(method string, fingerprint func() fingerprint) (int, error) {
	if !r.quarantine.some.Load() {
		return 0, nil
	}
	strikes, wait := r.quarantine.strikes(fingerprint())
	if strikes >= mostStrikes {
		return strikes, r.failure.quarantined(method, wait)
	}
	return strikes, nil
}

// enterLane waits until no other suspect is asked, for as long as a call may
// take.
func (r *remote) enterLane(ctx context.Context, method string) (leave func(), err error) {
	limited, cancel := context.WithTimeout(ctx, r.limits.call)
	defer cancel()
	select {
	case r.lane <- struct{}{}:
		return sync.OnceFunc(func() { <-r.lane }), nil
	case <-limited.Done():
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, r.failure.late(method, r.limits.call, limited.Err())
	}
}

// once makes a call once, and retires a process that it found dead or hung. The
// generation is nil when there was no process to ask. Only the wait for a
// process ends with ctx.
func once[T any](ctx context.Context, r *remote, q question[T]) (answer T, g *generation, err error) {
	g, err = r.supervisor.acquire(ctx)
	if err != nil {
		return answer, nil, err
	}
	defer r.supervisor.leave(g)
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.limits.call)
	defer cancel()
	given, err := q.call(limited, g.instance)
	if err == nil {
		r.supervisor.answered(g)
		return given, g, nil
	}
	err = r.explain(q.method, err)
	switch {
	case errors.Is(err, errCrashed):
		err = r.postMortem(q.method, g, err)
	case errors.Is(err, errHung):
		r.supervisor.retire(g, late)
	}
	return answer, g, err
}

// postMortem returns the Problem of a call whose process is not there any more.
func (r *remote) postMortem(method string, g *generation, cause error) error {
	switch last := g.instance.lastWords(); r.supervisor.bury(g, last) {
	case killed:
		return r.failure.killed(cause)
	case hung:
		return r.failure.unresponsive(method, cause)
	default:
		return r.failure.crashed(last, cause)
	}
}
