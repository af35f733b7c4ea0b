package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

// Bounds of the server's process for any rules that a caller sends.
const (
	maxProfileTime    = 10 * time.Second
	maxEvaluationTime = 1500 * time.Millisecond
	maxMemory         = 384 << 20
	maxHealthTime     = time.Second
	maxEndTime        = 5 * time.Second
)

// usage returns the processor time that a process took, and the most memory that it had.
func usage(t *testing.T, p *build.Process) (time.Duration, int) {
	t.Helper()
	folder := fmt.Sprintf("/proc/%d/", p.Command.Process.Pid)
	stat, err := os.ReadFile(folder + "stat")
	require.NoError(t, err)
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	user, err := strconv.Atoi(fields[11])
	require.NoError(t, err)
	system, err := strconv.Atoi(fields[12])
	require.NoError(t, err)
	status, err := os.ReadFile(folder + "status")
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(status), "VmHWM:")
	require.True(t, ok)
	most, err := strconv.Atoi(strings.Fields(rest)[0])
	require.NoError(t, err)
	const ticks = 100 // a second, on every Linux
	return time.Duration(user+system) * time.Second / ticks, most << 10
}

// repeated returns as many rules as fit into a body; each gets its number.
func repeated(rule func(n int) map[string]any) []map[string]any {
	var rules []map[string]any
	for size, n := 0, 0; n < 200; n++ {
		one := rule(n)
		text, _ := json.Marshal(one)
		if size += len(text) + 1; size > 63<<10 {
			break
		}
		rules = append(rules, one)
	}
	return rules
}

// costly are profiles whose rules would take minutes or gigabytes.
func costly() map[string][]map[string]any {
	ones := "[" + strings.TrimSuffix(strings.Repeat("1,", 40), ",") + "]"
	loops := fmt.Sprintf(`!%s.exists(a, %s.exists(b, %s.exists(c, string(a+b+c) == request.owner))) && request.monthly_budget > 3 && request.cluster_size != "large"`, ones, ones, ones)
	growing := "request.owner" + strings.Repeat(fmt.Sprintf(`.replace("", "%s")`, strings.Repeat("a", 60)), 5)
	of := func(n int, field, require string, more ...string) map[string]any {
		r := map[string]any{
			"id": fmt.Sprintf("team.r%d", n), "title": "t", "field": field, "level": "mandatory", "require": require, "message": "m", "remediation": "r", "expected": "e",
		}
		for i := 0; i < len(more); i += 2 {
			r[more[i]] = more[i+1]
		}
		return r
	}
	return map[string][]map[string]any{
		"texts that grow":            {of(0, "owner", growing+`.size() > 0`)},
		"texts that grow, in when":   {of(0, "owner", "false", "when", growing+`.size() > 0`)},
		"texts that grow, suggested": {of(0, "owner", `request.cluster_size == "small"`, "suggest", growing)},
		"texts that grow, in a loop": {of(0, "owner", ones+`.all(x, `+growing+`.size() > 0)`)},
		"one rule with loops":        {of(0, "owner", loops)},
		"many rules with loops":      repeated(func(n int) map[string]any { return of(n, "owner", loops) }),
		"remainders": repeated(func(n int) map[string]any {
			return of(n, "monthly_budget", fmt.Sprintf("(request.monthly_budget * %d + request.owner.size() + request.application.size() + cidr_length(request.network_cidr)) %% %d == 1", 7*n+1, n+5))
		}),
		"loops in messages": repeated(func(n int) map[string]any {
			return of(n, "monthly_budget", fmt.Sprintf("request.monthly_budget > %d", n), "message_expression", fmt.Sprintf("string(%s.filter(a, %s.all(b, a + b > 0)).size())", ones, ones))
		}),
		"patterns in loops": repeated(func(n int) map[string]any {
			return of(n, "owner", fmt.Sprintf(`%s.all(a, !request.business_justification.matches("(.*a){150}x%d"))`, ones, n))
		}),
		"many literals": repeated(func(n int) map[string]any {
			return of(n, "monthly_budget", strings.TrimSuffix(strings.Repeat(fmt.Sprintf("request.monthly_budget != %d || ", n), 100), " || "))
		}),
	}
}

// TestCostlyRules checks profiles with costly rules. The check of each profile and an evaluation by it end soon in
// bounded memory, and the server answers other callers meanwhile.
func TestCostlyRules(t *testing.T) {
	for name, rules := range costly() {
		t.Run(name, func(t *testing.T) {
			server := build.Server(t, "--quiet")
			c := client{t: t, base: server.URL}
			body, err := json.Marshal(map[string]any{
				"provider": "provider_a", "mode": "simulation", "allowed_regions": []string{"eu-west-1", "eu-central-1"}, "policy_date": "2026-11-21", "policies": rules,
			})
			require.NoError(t, err)
			require.Less(t, len(body), 64<<10)
			ctx, cancel := context.WithCancel(t.Context())
			slowest := make(chan time.Duration)
			go func() { slowest <- slowestHealth(ctx, server.URL) }()
			answer := c.post("/v1/platform/installation/validate", string(body))
			cancel()
			assert.Less(t, <-slowest, maxHealthTime)
			require.Equal(t, http.StatusOK, answer.status, answer.body)
			checked, memory := usage(t, server)
			assert.Less(t, checked, maxProfileTime)
			assert.Less(t, memory, maxMemory)

			require.Equal(t, http.StatusCreated, c.post("/v1/platform/installations", string(body)).status)
			before, _ := usage(t, server)
			require.Equal(t, http.StatusOK, c.post("/v1/environment-requests/evaluate", accepted).status)
			after, memory := usage(t, server)
			assert.Less(t, after-before, maxEvaluationTime)
			assert.Less(t, memory, maxMemory)
		})
	}
}

// slowestHealth asks until its context ends, and returns how long the slowest answer took.
func slowestHealth(ctx context.Context, base string) (slowest time.Duration) {
	for ctx.Err() == nil {
		start := time.Now()
		request, err := http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodGet, base+"/health", nil)
		if err != nil {
			return time.Hour
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return time.Hour
		}
		_, _ = io.Copy(io.Discard, response.Body)
		response.Body.Close()
		slowest = max(slowest, time.Since(start))
		time.Sleep(20 * time.Millisecond)
	}
	return slowest
}

// TestACallerWhoLeaves ends the call at each stage of the check of a profile: the server then stops the check.
func TestACallerWhoLeaves(t *testing.T) {
	server := build.Server(t, "--quiet")
	c := client{t: t, base: server.URL}
	require.Equal(t, http.StatusOK, c.get("/v1/platform/providers").status) // the adapters run
	body, err := json.Marshal(map[string]any{"provider": "provider_a", "policies": costly()["many rules with loops"]})
	require.NoError(t, err)
	for _, milliseconds := range []int{50, 200, 500, 1000} {
		stay := time.Duration(milliseconds) * time.Millisecond
		ctx, cancel := context.WithTimeout(t.Context(), stay)
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+"/v1/platform/installation/validate", strings.NewReader(string(body)))
		require.NoError(t, err)
		request.Header.Set("Content-Type", "application/json")
		if response, err := http.DefaultClient.Do(request); err == nil {
			response.Body.Close()
			t.Errorf("answered within %v", stay)
		}
		cancel()
		require.Eventually(t, func() bool {
			before, _ := usage(t, server)
			time.Sleep(300 * time.Millisecond)
			after, _ := usage(t, server)
			return after-before <= 30*time.Millisecond
		}, 2*time.Second, time.Millisecond, "the server still computes after a caller who stayed %v", stay)
	}
}

// TestTheServerEndsInTheMiddleOfChecks starts checks that would take half a minute together. The server ends as soon
// as with slow callers.
func TestTheServerEndsInTheMiddleOfChecks(t *testing.T) {
	server := build.Server(t, "--quiet")
	body, err := json.Marshal(map[string]any{"provider": "provider_a", "policies": costly()["many rules with loops"]})
	require.NoError(t, err)
	before, _ := usage(t, server)
	for range 8 {
		go func() {
			response, err := http.Post(server.URL+"/v1/platform/installation/validate", "application/json", strings.NewReader(string(body)))
			if err == nil {
				response.Body.Close()
			}
		}()
	}
	require.Eventually(t, func() bool {
		now, _ := usage(t, server)
		return now-before > 500*time.Millisecond
	}, 20*time.Second, 10*time.Millisecond, "the checks have begun")
	start := time.Now()
	require.NoError(t, server.Command.Process.Signal(syscall.SIGTERM))
	assert.NoError(t, server.Wait(), "exit code 0: %s", server.Log())
	assert.Less(t, time.Since(start), maxEndTime)
}
