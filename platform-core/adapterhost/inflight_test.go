package adapterhost

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// No more calls than process.MaxCalls are in an adapter; the others wait, and are answered.
func TestCallsInFlightAreBounded(t *testing.T) {
	var inside, most atomic.Int64
	release := make(chan struct{})
	impl, stop := InProcess(sample{evaluate: func(_ context.Context, order adapter.Input) (adapter.Evaluation, error) {
		now := inside.Add(1)
		defer inside.Add(-1)
		for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
		}
		<-release
		return sampleEvaluation(order), nil
	}})
	defer stop()
	var callers sync.WaitGroup
	for range 3 * process.MaxCalls {
		callers.Go(func() {
			_, err := impl.Evaluate(t.Context(), sampleOrder(request.Small))
			assert.NoError(t, err)
		})
	}
	require.Eventually(t, func() bool { return inside.Load() == process.MaxCalls }, 5*time.Second, time.Millisecond)
	left, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := impl.Evaluate(left, sampleOrder(request.Small))
	require.ErrorIs(t, err, context.Canceled, "who leaves does not wait")
	close(release)
	callers.Wait()
	assert.EqualValues(t, process.MaxCalls, most.Load())
}

func TestABusyAdapterSaysSo(t *testing.T) {
	f, options := failure{id: "in process"}, Options{CallTimeout: 10 * time.Millisecond}.withDefaults()
	busy := newRemote(f, options, func(life context.Context) (*instance, error) { return embed(life, f, options, sample{}) })
	defer busy.close()
	for range process.MaxCalls {
		busy.seats <- struct{}{}
	}
	_, err := busy.Evaluate(t.Context(), sampleOrder(request.Small))
	p := refusal(t, err, problem.AdapterUnavailable, "as many calls at once as it may", "10ms")
	assert.Equal(t, problem.AdapterBusy, p.Fault())
}
