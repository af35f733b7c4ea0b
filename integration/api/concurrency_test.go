package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/service"
)

// TestConcurrentCallersOfOneKey sends mixed payloads with one key, over HTTP and
// with a real adapter process: one payload wins, one record is stored.
func TestConcurrentCallersOfOneKey(t *testing.T) {
	c := newAPI(t, profile, service.Options{})
	const callers = 64
	replies := make([]reply, callers)
	var wg sync.WaitGroup
	for i := range callers {
		wg.Go(func() {
			body := strings.Replace(accepted, "1000", fmt.Sprint(1000+i%4), 1)
			replies[i] = c.post("/v1/environment-requests", body)
		})
	}
	wg.Wait()
	bodies := map[string]int{}
	for _, r := range replies {
		if r.status == http.StatusOK {
			bodies[r.body]++
			continue
		}
		assert.Equal(t, problem.IdempotencyKeyReused, r.code, r.body)
	}
	assert.Len(t, bodies, 1, "one payload won, and all its callers got the same bytes")
	for _, n := range bodies {
		assert.Equal(t, callers/4, n)
	}
	assert.Contains(t, c.get("/metrics").body, "platform_environment_requests{decision=\"accepted\"} 1\n")
}
