package history_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

var (
	seedFlag      = flag.Uint64("seed", 0, "the `seed` of the first history; 0 for a fresh one")
	historiesFlag = flag.Int("histories", 0, "how many `histories` a test records; 0 for its own number")
)

// seeds returns the seeds of a test's histories.
func seeds(histories int) []uint64 {
	first := *seedFlag
	if first == 0 {
		first = rand.Uint64() >> 16 // short enough to copy
	}
	if *historiesFlag > 0 {
		histories = *historiesFlag
	}
	list := make([]uint64, histories)
	for i := range list {
		list[i] = first + uint64(i)
	}
	return list
}

// recorder records a history. Its clock counts: what ended before something began
// has a lower number, and nothing else about time matters.
type recorder struct {
	clock      atomic.Int64
	mu         sync.Mutex
	operations []porcupine.Operation
	failed     int
}

// record makes a call and records it with its answer. A call that failed is not
// part of the history, since it must have had no effect; nor is a read whose answer
// was lost.
func (r *recorder) record(client int, c call, do func(call) (answer, bool)) {
	began := r.clock.Add(1)
	a, ok := do(c)
	ended := r.clock.Add(1)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case !ok:
		r.failed++
		return
	case a.lost && c.kind != submit && c.kind != propose:
		return
	}
	r.operations = append(r.operations, porcupine.Operation{ClientId: client, Input: c, Call: began, Output: a, Return: ended})
}

// checkTime bounds the check of one history. Most take less than a second. Each call
// that was left doubles the orders that may explain the answers; one with seven took
// 6 s on a machine without other work.
const checkTime = 3 * time.Minute

// check fails the test where no order of the calls explains the answers.
func (r *recorder) check(t *testing.T, seed uint64, m porcupine.Model) {
	t.Helper()
	result, info := r.explain(m)
	if result == porcupine.Ok {
		return
	}
	t.Fatalf("seed %d: the history of %d operations is %s; run it again with -run %s -seed=%d -histories=1\n%s",
		seed, len(r.operations), result, t.Name(), seed, r.story(m, longest(info)))
}

// explain looks for an order of the calls that explains the answers.
func (r *recorder) explain(m porcupine.Model) (porcupine.CheckResult, porcupine.LinearizationInfo) {
	for i, op := range r.operations {
		if op.Output.(answer).lost {
			r.operations[i].Return = r.clock.Load() + 1 // it may happen until the end
		}
	}
	return porcupine.CheckOperationsVerbose(m, r.operations, checkTime)
}

// longest returns the longest order that explains its answers.
func longest(info porcupine.LinearizationInfo) []int {
	var most []int
	for _, partition := range info.PartialLinearizations() {
		for _, order := range partition {
			if len(order) > len(most) {
				most = order
			}
		}
	}
	return most
}

// story lists the history, by the beginning of the calls, each with its place in
// the order that explains most.
func (r *recorder) story(m porcupine.Model, order []int) string {
	var b strings.Builder
	fmt.Fprintln(&b, "began  ended  client  place")
	byCall := func(a, b int) int { return int(r.operations[a].Call - r.operations[b].Call) }
	all := make([]int, len(r.operations))
	for i := range all {
		all[i] = i
	}
	for _, i := range slices.SortedFunc(slices.Values(all), byCall) {
		op, place := r.operations[i], "none"
		if at := slices.Index(order, i); at >= 0 {
			place = fmt.Sprint(at + 1)
		}
		fmt.Fprintf(&b, "%5d  %5d  %6d  %5s  %s\n", op.Call, op.Return, op.ClientId, place, m.DescribeOperation(op.Input, op.Output))
	}
	return b.String()
}

// left returns how many clients left.
func (r *recorder) left() (n int) {
	for _, op := range r.operations {
		if op.Output.(answer).lost {
			n++
		}
	}
	return n
}
