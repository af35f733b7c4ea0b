package bench_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	requestsPath  = "/v1/environment-requests"
	evaluatePath  = requestsPath + "/evaluate"
	proposalsPath = "/v1/deployment-proposals"
)

// creating returns calls that store a new request each.
func creating(request string) func() call {
	next := applications(request)
	return func() call {
		body := next()
		_, key, _ := strings.Cut(body, `"application":"`)
		return call{http.MethodPost, requestsPath, key[:len("app-000000")], body}
	}
}

func evaluating(request string) func() call {
	next := applications(request)
	return func() call { return call{http.MethodPost, evaluatePath, "", next()} }
}

// loaded returns the time that one of count calls takes.
func (s server) loaded(b *testing.B, calls int, next func() call) func() cost {
	return func() cost { return s.load(b, calls, next) }
}

func newRequest(b *testing.B) {
	s, next := platform(b), creating(accepted)
	peer := bare(b, s, next())
	ours, theirs := alternate(5, s.loaded(b, 1000, next), peer.loaded(b, 8000, next))
	report(b,
		compared("POST new request, processor time", ours.processor, theirs.processor, "≤ 15"),
		compared("POST new request, 99th percentile", ours.slow, theirs.slow, "≤ 15"))
}

func evaluate(b *testing.B) {
	s := platform(b)
	fixed, good := s.loaded(b, 300, evaluating(denied)), s.loaded(b, 900, evaluating(accepted))
	s.requireFix(b, 6)
	ours, theirs := alternate(5, fixed, good)
	report(b, compared("POST evaluate, denied with a fix of six fields, to accepted, processor time", ours.processor, theirs.processor, "≤ 2"))
}

// requireFix checks how many fields the fix of the denied request has.
func (s server) requireFix(b *testing.B, fields int) {
	b.Helper()
	answer, err := s.send(evaluating(denied)())
	require.NoError(b, err)
	defer answer.Body.Close()
	var evaluation struct{ Fix []json.RawMessage }
	require.NoError(b, json.NewDecoder(answer.Body).Decode(&evaluation))
	require.Len(b, evaluation.Fix, fields)
}

func replay(b *testing.B) {
	s, stored := platform(b), creating(accepted)()
	again := func() call { return stored }
	peer := bare(b, s, stored)
	ours, theirs := alternate(5, s.loaded(b, 8000, again), peer.loaded(b, 8000, again))
	second := func(c cost) float64 { return float64(time.Second) / float64(c.wall) }
	report(b,
		row{"replay with a key, throughput", fmt.Sprintf("%.0f/s", second(ours)), fmt.Sprintf("%.0f/s", second(theirs)), ratio(second(ours), second(theirs)), "≥ 0.70"},
		compared("replay with a key, processor time", ours.processor, theirs.processor, ""))
}

// longList measures a list of all records in one answer, one call at a time.
func longList(b *testing.B) {
	const records = 10_000
	s := platform(b)
	s.load(b, records, creating(accepted))
	list := call{method: http.MethodGet, path: requestsPath}
	before := s.resident(b, "VmRSS")
	require.NoError(b, os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.pid), []byte("5"), 0)) // VmHWM begins anew
	peer := bare(b, s, list)
	always := func() call { return list }
	ours, theirs := alternate(5, s.loaded(b, 1, always), peer.loaded(b, 1, always))
	growth := (s.resident(b, "VmHWM") - before) >> 20
	report(b,
		compared("list of 10,000 records, processor time", ours.processor, theirs.processor, "≤ 1.5"),
		compared("list of 10,000 records, wall time", ours.wall, theirs.wall, "≤ 1.5"),
		row{work: "list of 10,000 records, growth of resident memory", platform: fmt.Sprintf("%d MiB", growth), reach: "≤ 64 MiB"})
}

// resident returns a size of memory in bytes, as the kernel names it.
func (s server) resident(b *testing.B, name string) int64 {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.pid))
	require.NoError(b, err)
	found := regexp.MustCompile(name + `:\s+(\d+) kB`).FindSubmatch(status)
	require.NotNil(b, found, name)
	kib, err := strconv.ParseInt(string(found[1]), 10, 64)
	require.NoError(b, err)
	return kib << 10
}
