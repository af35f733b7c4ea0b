package adapters_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// times are how long answers took.
type times []time.Duration

func (t times) median() time.Duration { return slices.Sorted(slices.Values(t))[len(t)/2] }

func (t times) slowest() time.Duration { return slices.Max(t) }

func (t times) String() string {
	return fmt.Sprintf("%.1f, %.1f ms", float64(t.median().Microseconds())/1000, float64(t.slowest().Microseconds())/1000)
}

// others are the server's other callers.
type others struct {
	done    chan struct{}
	working sync.WaitGroup

	health, ready, evaluations times
	// failed are the calls that were not answered as they should.
	mu     sync.Mutex
	failed []string
}

// serveOthers has others call the server until they are stopped: for its health,
// whether it is ready, and for evaluations by the adapter that is installed, if
// that is not the greedy one.
func (s *served) serveOthers(installed string) *others {
	o := &others{done: make(chan struct{})}
	o.every(20*time.Millisecond, &o.health, func(int) string { return got(s.URL + "/health") })
	o.every(200*time.Millisecond, &o.ready, func(int) string { return got(s.URL + "/ready") })
	if installed == "provider_b" {
		return o
	}
	o.every(100*time.Millisecond, &o.evaluations, func(n int) string {
		if answer := post(s.URL+evaluations, requestOf("eu-west-1", n)); answer.status != http.StatusOK {
			return answer.String()
		}
		return ""
	})
	return o
}

// every calls until the others are stopped, at least once. A call returns what
// failed.
func (o *others) every(pause time.Duration, took *times, call func(n int) string) {
	o.working.Go(func() {
		for n := 0; ; n++ {
			began := time.Now()
			failed := call(n)
			*took = append(*took, time.Since(began))
			if failed != "" {
				o.mu.Lock()
				o.failed = append(o.failed, failed)
				o.mu.Unlock()
			}
			select {
			case <-o.done:
				return
			case <-time.After(pause):
			}
		}
	})
}

func got(url string) string {
	response, err := slow.Get(url)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	if err == nil && response.StatusCode == http.StatusOK {
		return ""
	}
	return fmt.Sprint(url, " ", response.Status, " ", err)
}

func (o *others) stop() {
	close(o.done)
	o.working.Wait()
}

func (o *others) check(t *testing.T) {
	t.Helper()
	assert.Empty(t, slices.Compact(o.failed), "calls of others")
	assert.Less(t, o.health.median(), medianHealth, "/health at the median")
	assert.Less(t, o.health.slowest(), slowHealth, "/health at the slowest")
	assert.Less(t, o.ready.slowest(), slowReady, "/ready")
}

const evaluations = "/v1/environment-requests/evaluate"

// requestOf returns the n-th request for a region.
func requestOf(region string, n int) string {
	return fmt.Sprintf(`{"application":"checkout-%d","environment":"production","owner":"payments@example.com","cost_centre":"CC-4711",`+
		`"data_classification":"internal","region":%q,"network_cidr":"10.20.0.0/20","cluster_size":"small","monthly_budget":1000,`+
		`"business_justification":"Integration tests of the checkout service."}`, n, region)
}
