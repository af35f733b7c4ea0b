package server_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// TestSentencesOfTheAPI: where the way out is a header, a route or a flag of the
// server, the API says so itself.
func TestSentencesOfTheAPI(t *testing.T) {
	const first = " Create one first: POST an installation profile to /v1/platform/installations, or use the portal's Setup page."
	tests := map[string]struct {
		err     *problem.Problem
		headers []string
		want    string
	}{
		"nothing installed": {problem.New(problem.InstallationRequired, "Nothing here."), keyed(), "Nothing here." + first},
		"not found":         {problem.New(problem.InstallationNotFound, "Nothing here."), keyed(), "Nothing here." + first},
		"not confined": {&problem.Problem{Code: problem.AdapterUnavailable, Detail: "It is partial.", Faults: []problem.Fault{{Code: problem.AdapterNotConfined}}},
			keyed(), "It is partial. The service was started with --require-confinement."},
		"reused": {problem.New(problem.IdempotencyKeyReused, "Used."), keyed(),
			"This Idempotency-Key was already used with another payload. Send the changed payload with a new key."},
		"no key": {nil, nil, "Send the header Idempotency-Key with a text of your own, such as a UUID: the same one for each retry, a new one for a new request."},
		"two":    {nil, []string{"Idempotency-Key", "a", "Idempotency-Key", "b"}, "Send the header Idempotency-Key once, not 2 times."},
		"not ASCII": {nil, []string{"Idempotency-Key", "é"},
			"The Idempotency-Key must be 1 to 255 visible ASCII characters without spaces, such as a UUID."},
		"the core's own": {problem.New(problem.RequestNotFound, "No request has it."), keyed(), "No request has it."},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := &fake{}
			if test.err != nil {
				f.err = test.err
			}
			got := newServer(t, f).do("POST", requests, aRequest, test.headers...)
			require.NotNil(t, got.problem, got.Body)
			assert.Equal(t, test.want, got.problem.Detail)
			if test.err != nil {
				assert.NotContains(t, test.err.Detail, first, "the problem itself is as it was")
			}
		})
	}
}

// TestEveryCodeIsSent as a problem document with its status.
func TestEveryCodeIsSent(t *testing.T) {
	for _, code := range problem.Codes() {
		f := &fake{err: &problem.Problem{Code: code, Detail: "Detail.", Faults: []problem.Fault{{Field: "owner", Code: problem.FaultMissing, Message: "is missing"}}}}
		got := newServer(t, f).do("GET", requests+"/req-0", "")
		assert.Equal(t, code, got.code())
		assert.Equal(t, code.Status(), got.Code)
		assert.Equal(t, []string{"owner"}, fields(got.problem))
		assert.Empty(t, got.Header().Get("Retry-After"))
	}
}

func TestEveryRouteAnswersTheServicesProblem(t *testing.T) {
	for _, call := range []struct{ method, path, body string }{
		{"POST", installations, "{}"}, {"GET", "/v1/platform/installation", ""}, {"POST", "/v1/platform/installation/validate", "{}"},
		{"GET", "/v1/platform/policies", ""}, {"POST", requests, aRequest}, {"GET", requests, ""}, {"POST", requests + "/evaluate", aRequest},
		{"POST", requests + "/evaluate?partial=true", "{}"}, {"GET", requests + "/req-0", ""},
		{"POST", proposals, `{"request_id":"` + requestID + `"}`}, {"GET", proposals, ""}, {"GET", proposals + "/prop-0", ""},
		{"GET", proposals + "/prop-0/handover", ""}, {"GET", "/ready", ""},
	} {
		f := &fake{err: &problem.Problem{Code: problem.AdapterUnavailable, Detail: "Gone.", RetryAfter: 5}}
		got := newServer(t, f).do(call.method, call.path, call.body, keyed()...)
		assert.Equal(t, problem.AdapterUnavailable, got.code(), "%s %s", call.method, call.path)
		assert.Equal(t, "5", got.Header().Get("Retry-After"))
		assert.Empty(t, got.Header().Get("Location"))
		f.panics = true
		assert.Equal(t, problem.InternalError, newServer(t, f).do(call.method, call.path, call.body, keyed()...).code(), call.path)
	}
}

// TestCausesAreForTheLog: a caller learns nothing of them, an operator does.
func TestCausesAreForTheLog(t *testing.T) {
	failed := &problem.Problem{Code: problem.AdapterUnavailable, Detail: "Gone.", Faults: []problem.Fault{{Code: problem.AdapterCrashed}}}
	for name, test := range map[string]struct {
		err    error
		logged []string
	}{
		"an error":           {errors.New("secret at /root"), []string{"level=ERROR", "code=internal_error", "secret at /root"}},
		"an adapter":         {failed.Because(errors.New("secret at /root")), []string{"level=ERROR", "fault=adapter_crashed", "secret at /root"}},
		"without a cause":    {failed, []string{"level=ERROR", "fault=adapter_crashed"}},
		"a caller's mistake": {problem.New(problem.RequestNotFound, "No.").Because(errors.New("secret at /root")), []string{"level=INFO", "code=request_not_found"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, &fake{err: test.err})
			got := s.do("GET", requests+"/req-0", "")
			assert.NotContains(t, got.Body.String(), "secret")
			for _, text := range test.logged {
				assert.Contains(t, s.log.String(), text)
			}
		})
	}
	s := newServer(t, &fake{err: problem.New(problem.RequestNotFound, "No.")})
	s.do("GET", requests+"/req-0", "")
	assert.NotContains(t, s.log.String(), "refused", "the request's own line says enough")
}

// TestALineARequest: a log line has no query, header or body.
func TestALineARequest(t *testing.T) {
	s := newServer(t, &fake{})
	s.do("POST", requests+"?secret=1", aRequest, keyed("X-Secret", "secret")...)
	assert.Equal(t, 1, strings.Count(s.log.String(), "\n"))
	assert.Regexp(t, `msg=request method=POST path=/v1/environment-requests status=200 bytes=\d+ microseconds=\d+ remote=192.0.2.1 request_id=[0-9a-f]{32} record=req-1\n$`, s.log.String())
	assert.NotContains(t, s.log.String(), "secret")
	assert.NotContains(t, s.log.String(), "checkout")
}

// TestARequestKeepsItsNames: whoever called finds the line of the log, and so does who reads of an error.
func TestARequestKeepsItsNames(t *testing.T) {
	const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	s := newServer(t, &fake{err: errors.New("the cause")})
	got := s.do("GET", requests+"/req-0", "", "X-Request-Id", "of-the-caller", "Traceparent", trace)
	assert.Equal(t, "of-the-caller", got.Header().Get("X-Request-Id"))
	assert.Equal(t, trace, got.Header().Get("Traceparent"))
	assert.Regexp(t, `level=ERROR msg=refused .*request_id=of-the-caller`, s.log.String())
	assert.Regexp(t, `msg=request .*status=500 .*request_id=of-the-caller traceparent=`+trace+` code=internal_error\n`, s.log.String())
}

// TestBelowAPath has a proxy that shows the API below one, and may take it away or not.
func TestBelowAPath(t *testing.T) {
	const prefix = "/environments"
	s := newServer(t, &fake{prefix: prefix, next: "req-1"})
	for _, at := range []string{prefix, ""} {
		assert.Equal(t, http.StatusOK, s.do("GET", at+"/health", "").Code)
		assert.Equal(t, `<`+prefix+requests+`?after=req-1>; rel="next"`, s.do("GET", at+requests, "").Header().Get("Link"))
		created := s.do("POST", at+proposals, `{"request_id":"`+requestID+`"}`, keyed()...)
		assert.Equal(t, prefix+proposals+"/prop-1", created.Header().Get("Location"))
		assert.Contains(t, s.do("GET", at+"/openapi.json", "").Body.String(), `"url": "`+prefix+`/"`)
	}
	assert.Equal(t, problem.RouteNotFound, s.do("GET", "/environmentsx/health", "").code())
	assert.Contains(t, newServer(t, &fake{}).do("GET", "/openapi.json", "").Body.String(), `"url": "/"`)
}

// TestAFullStoreIsStillRead: a load balancer does not take away a server for it.
func TestAFullStoreIsStillRead(t *testing.T) {
	full := problem.New(problem.CapacityExhausted, "No more.")
	got := newServer(t, &fake{full: full}).do("GET", "/ready", "")
	assert.Equal(t, http.StatusOK, got.Code)
	assert.JSONEq(t, `{"status":"full","installed":true}`, got.Body.String())
}

// TestNobodyReadsAnAnswerToACallerWhoIsGone: the connection is dropped.
func TestNobodyReadsAnAnswerToACallerWhoIsGone(t *testing.T) {
	s := newServer(t, &fake{err: context.Canceled})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := httptest.NewRequestWithContext(ctx, "GET", requests+"/req-0", http.NoBody)
	r.Host = "api.test"
	assert.PanicsWithValue(t, http.ErrAbortHandler, func() { s.handler.ServeHTTP(httptest.NewRecorder(), r) })
	assert.Equal(t, problem.InternalError, s.do("GET", requests+"/req-0", "").code(), "a caller who is there gets one")
}

// TestReadinessNamesTheServersFlag: the core does not know it.
func TestReadinessNamesTheServersFlag(t *testing.T) {
	for level, want := range map[profile.ConfinementLevel]string{
		profile.Enforced: "", profile.Partial: "; --require-confinement refuses anything less than enforced.", profile.Unavailable: "; --require-confinement refuses anything less.",
	} {
		facts := profile.AdapterFacts{Confinement: &profile.Confinement{Level: level, Open: []string{"libraries"}}}
		f := &fake{readiness: profile.NewReadiness(profile.Profile{}, profile.Provider{}, facts, nil)}
		body := newServer(t, f).do("POST", "/v1/platform/installation/validate", "{}", typed...).Body.String()
		assert.Equal(t, want != "", strings.Contains(body, "--require-confinement"))
		assert.Contains(t, body, want)
	}
}
