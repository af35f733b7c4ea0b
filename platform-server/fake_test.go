package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/serve"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
	server "platform.internal/platform-server"
)

// fake is a service that notes what it is asked and answers with documents of
// its own.
type fake struct {
	// err, where set, is what every call returns that can fail; panics makes
	// them panic instead.
	err    error
	panics bool
	// installed makes Install answer that the profile was there before.
	installed bool
	readiness profile.Readiness
	counts    service.Counts
	// next is what a list continues after, and previous what it goes back before.
	next, previous string
	// list, where set, is what a list of records has.
	list []*store.Record
	// lost is the place of a record in the list that cannot be loaded; 0 for none.
	lost int
	// listed are the sizes that a list says of records by place, where they are not those of the records.
	listed map[int]int
	// hold, where set, is called by every call.
	hold func()
	// never makes Providers and Ready wait for as long as their caller does.
	never bool
	// full is why nothing new can be stored.
	full error
	// prefix is the path below which a proxy shows the API.
	prefix string

	mu    sync.Mutex
	calls []string
}

func (f *fake) note(format string, args ...any) error {
	f.mu.Lock()
	f.calls = append(f.calls, fmt.Sprintf(format, args...))
	f.mu.Unlock()
	if f.hold != nil {
		f.hold()
	}
	if f.panics {
		panic("fake")
	}
	return f.err
}

func (f *fake) Install(_ context.Context, d profile.Draft) (service.ActiveProfile, bool, error) {
	return service.ActiveProfile{JSON: []byte("{\"profile\": 1}\n")}, !f.installed, f.note("install %s", d.Provider)
}

func (f *fake) Installation(context.Context) (service.ActiveProfile, error) {
	return service.ActiveProfile{JSON: []byte("{\"profile\": 1}\n")}, f.note("installation")
}

func (f *fake) Validate(_ context.Context, d profile.Draft) (profile.Readiness, error) {
	return f.readiness, f.note("validate %s", d.Provider)
}

func (f *fake) Providers(ctx context.Context) []wire.Provider {
	if f.never {
		<-ctx.Done()
	}
	_ = f.note("providers")
	return []wire.Provider{{ID: "provider_t", Problem: problem.New(problem.AdapterUnavailable, "Gone.")}}
}

func (f *fake) Policies(context.Context) (wire.Policies, error) {
	return wire.Policies{Items: []profile.SourcedRule{{Source: request.SourceCommon}}}, f.note("policies")
}

func (f *fake) Submit(_ context.Context, key store.Key, r request.Request) (service.Submission, error) {
	return service.Submission{Record: record("req-1"), New: true}, f.note("submit %s %s", key, r.Application)
}

func (f *fake) Evaluate(_ context.Context, r request.Request, _ service.EvaluateOptions) (*service.Evaluated, error) {
	return &service.Evaluated{}, f.note("evaluate %s", r.Application)
}

func (f *fake) EvaluatePartial(_ context.Context, p request.Partial, _ service.PartialOptions) (wire.PartialEvaluation, error) {
	return wire.PartialEvaluation{Schema: wire.PartialEvaluationSchema}, f.note("evaluate partially, %d missing", len(p.Missing))
}

func (f *fake) Record(_ context.Context, id string) (*store.Record, error) {
	return record(id), f.note("record %s", id)
}

// records returns what the list of records has, with IDs that are their places.
func (f *fake) records() []*store.Record {
	if f.list == nil {
		return []*store.Record{record("req-1"), record("req-2")}
	}
	return f.list
}

func (f *fake) Records(_ context.Context, filter store.RecordFilter, page store.Page) (wire.List[store.RecordSummary], error) {
	list := wire.List[store.RecordSummary]{Next: f.next, Previous: f.previous}
	for i, r := range f.records() {
		size, ok := f.listed[i]
		if !ok {
			size = len(r.Entry)
		}
		list.Items = append(list.Items, store.RecordSummary{Summary: wire.Summary{RequestID: strconv.Itoa(i)}, Size: size})
	}
	return list, f.note("records %s %s", set(filter), set(page))
}

func (f *fake) RecordsWith(ctx context.Context, ids ...string) (found []*store.Record, err error) {
	if f.lost > 0 && slices.Contains(ids, strconv.Itoa(f.lost)) {
		return nil, errors.New("lost")
	}
	for _, id := range ids {
		i, _ := strconv.Atoi(id)
		found = append(found, f.records()[i])
	}
	return found, ctx.Err()
}

// set returns the fields of a struct that have a value, as text.
func set(v any) string {
	var fields []string
	s := reflect.ValueOf(v)
	for i := range s.NumField() {
		if field := s.Field(i); !field.IsZero() {
			fields = append(fields, fmt.Sprintf("%s:%v", s.Type().Field(i).Name, field))
		}
	}
	return "{" + strings.Join(fields, " ") + "}"
}

func (f *fake) Environments(
	_ context.Context, filter store.EnvironmentFilter, page store.Page,
) (wire.List[wire.Environment], error) {
	e := wire.Environment{Environment: portfolio.Environment{EnvironmentID: "env-1", RequestID: "req-1"}, Overlaps: []string{"req-2"}, OverlapsWith: []wire.Overlap{{RequestID: "req-2"}}}
	return wire.List[wire.Environment]{Items: []wire.Environment{e}, Next: f.next, Previous: f.previous},
		f.note("environments %s %s", set(filter), set(page))
}

func (f *fake) EndingEnvironments(_ context.Context, days, limit int) (wire.List[wire.Environment], error) {
	return wire.List[wire.Environment]{Items: []wire.Environment{{LatestExpiry: "2027-01-31"}}}, f.note("%d ending within %d days", limit, days)
}

func (f *fake) EnvironmentTotals(context.Context) (portfolio.Totals, error) {
	return portfolio.Totals{}, f.note("totals")
}

func (f *fake) AcceptedRanges(_ context.Context, pool netip.Prefix, length int) (wire.AcceptedRanges, error) {
	return wire.AcceptedRanges{Ranges: []netip.Prefix{pool}}, f.note("accepted ranges of %s /%d", pool, length)
}

func (f *fake) FreeRange(_ context.Context, pool netip.Prefix, length int) (portfolio.FreeRange, error) {
	return portfolio.FreeRange{PrefixLength: length, CIDR: &pool}, f.note("free range of %s /%d", pool, length)
}

func (f *fake) Propose(_ context.Context, key store.Key, id string) (*store.Proposal, error) {
	return proposed("prop-1"), f.note("propose %s %s", key, id)
}

func (f *fake) Proposal(_ context.Context, id string) (*store.Proposal, error) {
	return proposed(id), f.note("proposal %s", id)
}

func (f *fake) Proposals(_ context.Context, filter store.ProposalFilter, page store.Page) (wire.List[store.ProposalSummary], error) {
	listed := proposed("prop-1").Listed()
	return wire.List[store.ProposalSummary]{Items: []store.ProposalSummary{listed}, Next: f.next, Previous: f.previous},
		f.note("proposals %s %s", set(filter), set(page))
}

func (f *fake) ProposalsWith(ctx context.Context, ids ...string) (found []*store.Proposal, err error) {
	for _, id := range ids {
		found = append(found, proposed(id))
	}
	return found, ctx.Err()
}

func (f *fake) Handover(_ context.Context, id, supersedes string) (*handover.Handover, request.Date, error) {
	const path = "environments/a"
	return &handover.Handover{
		Document: handover.Document{ProposalID: id, Title: "Add", CommitMessage: "Add\n", Written: []string{path}},
		Files:    handover.Tree{path: "1\n"},
	}, "2026-11-21", f.note("handover %s %s", id, supersedes)
}

func (f *fake) Counts(context.Context) (service.Counts, error) { return f.counts, nil }

func (f *fake) Ready(ctx context.Context) service.Readiness {
	if f.never {
		<-ctx.Done()
		return service.Readiness{Provider: "provider_t", Adapter: ctx.Err()}
	}
	return service.Readiness{Provider: "provider_t", Adapter: f.note("ready"), Capacity: f.full}
}

func record(id string) *store.Record {
	return &store.Record{RecordSummary: store.RecordSummary{Summary: wire.Summary{RequestID: id}}, Entry: []byte(",{\"request_id\": \"" + id + "\"}\n")}
}

func proposed(id string) *store.Proposal {
	return &store.Proposal{
		ProposalID: id,
		Parts:      []store.TextPart{{Text: []byte(",{\"proposal_id\": \"" + id + "\"")}, {Text: []byte(", \"full\": true}\n")}},
		Summary:    []byte(",{\n\"proposal_id\": \"" + id + "\"\n}\n"),
	}
}

// fakeServer is the API over a fake.
type fakeServer struct {
	t       testing.TB
	service *fake
	handler http.Handler
	log     *bytes.Buffer
}

func newServer(t testing.TB, f *fake) fakeServer {
	t.Helper()
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	handler := server.New(f, server.Options{
		Hosts: serve.Hosts{"api.test", "api.test:8080"}, Logger: logger, Requests: serve.Observer{Logger: logger}, PathPrefix: f.prefix,
	})
	return fakeServer{t, f, handler, &log}
}

// reply is an answer; problem is set where its media type says so.
type reply struct {
	*httptest.ResponseRecorder
	problem *problem.Problem
}

// do sends a call. headers are names and values in turn; "Host" replaces the
// Host that the server has.
func (s fakeServer) do(method, path, body string, headers ...string) reply {
	s.t.Helper()
	var content io.Reader = http.NoBody
	if body != "" {
		content = strings.NewReader(body)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, s.request(method, path, content, headers...))
	return s.read(w)
}

// request is a call that do sends.
func (s fakeServer) request(method, path string, body io.Reader, headers ...string) *http.Request {
	s.t.Helper()
	r := httptest.NewRequestWithContext(s.t.Context(), method, path, body)
	r.Host = "api.test"
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
			continue
		}
		r.Header.Add(headers[i], headers[i+1])
	}
	return r
}

// read checks what every answer has.
func (s fakeServer) read(w *httptest.ResponseRecorder) reply {
	s.t.Helper()
	got := reply{ResponseRecorder: w}
	assert.Equal(s.t, "nosniff", w.Header().Get("X-Content-Type-Options"))
	assert.Equal(s.t, "same-origin", w.Header().Get("Cross-Origin-Resource-Policy"))
	assert.Equal(s.t, "no-store", w.Header().Get("Cache-Control"))
	assert.Equal(s.t, w.Code != http.StatusNotModified, w.Header().Get("Content-Type") != "")
	if w.Header().Get("Content-Type") == problem.MediaType && w.Body.Len() > 0 {
		got.problem = &problem.Problem{}
		require.NoError(s.t, json.Unmarshal(w.Body.Bytes(), got.problem), w.Body)
		assert.Equal(s.t, got.problem.Code.Status(), w.Code)
		assert.Equal(s.t, fmt.Sprint(w.Body.Len()), w.Header().Get("Content-Length"))
	}
	return got
}

// code returns the code of a refusal; empty for another answer.
func (r reply) code() problem.Code {
	if r.problem == nil {
		return ""
	}
	return r.problem.Code
}

// typed are the headers of a call with a body.
var typed = []string{"Content-Type", "application/json"}

// keyed are the headers of a call that stores.
func keyed(more ...string) []string {
	return append([]string{"Content-Type", "application/json", "Idempotency-Key", "k"}, more...)
}

const (
	requests      = "/v1/environment-requests"
	proposals     = "/v1/deployment-proposals"
	environments  = "/v1/environments"
	installations = "/v1/platform/installations"
	requestID     = "req-0123456789abcdef0123"
	aProposalID   = "prop-0123456789abcdef0123"
)

const aRequest = `{"application":"checkout","environment":"production","owner":"payments@example.com","cost_centre":"CC-4711",
"data_classification":"internal","region":"eu-west-1","network_cidr":"10.20.0.0/20","cluster_size":"small",
"monthly_budget":1000,"business_justification":"Integration tests of the checkout service."}`
