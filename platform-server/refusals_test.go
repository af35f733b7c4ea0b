package server_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
)

// TestRefusals: what is wrong with a call is found before the service is asked. The
// checks come in their order: key, media type, body.
func TestRefusals(t *testing.T) {
	const json = "application/json"
	tests := map[string]struct {
		method, path, body string
		headers            []string
		want               problem.Code
		field              string
	}{
		"no key":                {"POST", requests, aRequest, []string{"Content-Type", json}, problem.IdempotencyKeyMissing, ""},
		"no key, proposals":     {"POST", proposals, "{}", nil, problem.IdempotencyKeyMissing, ""},
		"blank key":             {"POST", requests, aRequest, []string{"Idempotency-Key", "  "}, problem.IdempotencyKeyMissing, ""},
		"empty key":             {"POST", requests, aRequest, []string{"Idempotency-Key", ""}, problem.IdempotencyKeyMissing, ""},
		"two keys":              {"POST", requests, aRequest, []string{"Idempotency-Key", "a", "Idempotency-Key", "b"}, problem.IdempotencyKeyInvalid, ""},
		"long key":              {"POST", requests, aRequest, []string{"Idempotency-Key", strings.Repeat("k", 256)}, problem.IdempotencyKeyInvalid, ""},
		"key with a space":      {"POST", proposals, "{}", []string{"Idempotency-Key", "a b"}, problem.IdempotencyKeyInvalid, ""},
		"key before type":       {"POST", requests, "{", []string{"Content-Type", "text/plain"}, problem.IdempotencyKeyMissing, ""},
		"type before body":      {"POST", requests, "{", []string{"Content-Type", "text/plain", "Idempotency-Key", "x"}, problem.UnsupportedMediaType, ""},
		"a form's type":         {"POST", installations, "{}", []string{"Content-Type", "application/x-www-form-urlencoded"}, problem.UnsupportedMediaType, ""},
		"another charset":       {"POST", installations, "{}", []string{"Content-Type", json + "; charset=latin1"}, problem.UnsupportedMediaType, ""},
		"two types":             {"POST", installations, "{}", []string{"Content-Type", json, "Content-Type", json}, problem.UnsupportedMediaType, ""},
		"no type at all":        {"POST", installations, "{}", []string{"Content-Type", "json"}, problem.UnsupportedMediaType, ""},
		"none":                  {"POST", requests, aRequest, []string{"Idempotency-Key", "k"}, problem.UnsupportedMediaType, ""},
		"none, no body":         {"POST", installations, "", nil, problem.UnsupportedMediaType, ""},
		"an empty type":         {"POST", installations, "{}", []string{"Content-Type", ""}, problem.UnsupportedMediaType, ""},
		"compressed":            {"POST", requests, aRequest, keyed("Content-Encoding", "gzip"), problem.UnsupportedMediaType, ""},
		"not compressed":        {"POST", requests, aRequest, keyed("Content-Encoding", "identity"), problem.UnsupportedMediaType, ""},
		"an empty coding":       {"POST", requests, aRequest, keyed("Content-Encoding", ""), problem.UnsupportedMediaType, ""},
		"empty body":            {"POST", requests, "", keyed(), problem.MalformedBody, ""},
		"half a body":           {"POST", requests, aRequest[:40], keyed(), problem.MalformedBody, ""},
		"two bodies":            {"POST", requests, aRequest + aRequest, keyed(), problem.MalformedBody, ""},
		"no object":             {"POST", requests, "[]", keyed(), problem.MalformedBody, ""},
		"half a profile":        {"POST", installations, "{", typed, problem.MalformedBody, ""},
		"half a draft":          {"POST", requests + "/evaluate?partial=true", "{", typed, problem.MalformedBody, ""},
		"missing field":         {"POST", requests, strings.Replace(aRequest, `"owner":"payments@example.com",`, "", 1), keyed(), problem.InvalidRequest, "owner"},
		"provider is no field":  {"POST", requests, strings.Replace(aRequest, `{`, `{"provider":"provider_a",`, 1), keyed(), problem.InvalidRequest, "provider"},
		"other case":            {"POST", requests, strings.Replace(aRequest, `"owner"`, `"Owner"`, 1), keyed(), problem.InvalidRequest, "Owner"},
		"evaluate nothing":      {"POST", requests + "/evaluate", "{}", typed, problem.InvalidRequest, "region"},
		"evaluate otherwise":    {"POST", requests + "/evaluate?partial=yes", aRequest, typed, problem.InvalidRequest, "partial"},
		"proposal of nothing":   {"POST", proposals, "{}", keyed(), problem.InvalidRequest, "request_id"},
		"proposal of a number":  {"POST", proposals, `{"request_id":1}`, keyed(), problem.InvalidRequest, "request_id"},
		"proposal of no ID":     {"POST", proposals, `{"request_id":"x"}`, keyed(), problem.InvalidRequest, "request_id"},
		"proposal with more":    {"POST", proposals, `{"request_id":"` + requestID + `","force":true}`, keyed(), problem.InvalidRequest, "force"},
		"no such route":         {"GET", "/v2/x", "", nil, problem.RouteNotFound, ""},
		"trailing slash":        {"GET", "/health/", "", nil, problem.RouteNotFound, ""},
		"no such schema":        {"GET", "/schemas/openapi", "", nil, problem.RouteNotFound, ""},
		"foreign host":          {"GET", "/health", "", []string{"Host", "evil.example"}, problem.HostNotAllowed, ""},
		"foreign host, no path": {"GET", "/v2/x", "", []string{"Host", "evil.example"}, problem.HostNotAllowed, ""},
		"foreign host and port": {"POST", requests, aRequest, keyed("Host", "evil.example:80"), problem.HostNotAllowed, ""},
		"another port":          {"GET", "/health", "", []string{"Host", "api.test:8081"}, problem.HostNotAllowed, ""},
		"garbage as a port":     {"GET", "/health", "", []string{"Host", "api.test:evil"}, problem.HostNotAllowed, ""},
		"brackets":              {"GET", "/health", "", []string{"Host", "[api.test]"}, problem.HostNotAllowed, ""},
		"foreign image":         {"GET", requests, "", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, problem.CrossOriginRefused, ""},
		"foreign frame":         {"GET", requests, "", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, problem.CrossOriginRefused, ""},
		"foreign origin":        {"POST", requests, aRequest, keyed("Origin", "http://evil.example"), problem.CrossOriginRefused, ""},
		"cross-site fetch":      {"POST", requests, aRequest, keyed("Sec-Fetch-Site", "cross-site"), problem.CrossOriginRefused, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, &fake{})
			got := s.do(test.method, test.path, test.body, test.headers...)
			require.Equal(t, test.want, got.code(), got.Body)
			assert.NotEmpty(t, got.problem.Detail)
			if test.field != "" {
				assert.Contains(t, fields(got.problem), test.field)
			}
			assert.Empty(t, s.service.calls, "a refused call does not reach the service")
		})
	}
}

func fields(p *problem.Problem) []string {
	var names []string
	for _, f := range p.Faults {
		names = append(names, f.Field)
	}
	return names
}

func TestWhatIsNotRefused(t *testing.T) {
	for name, headers := range map[string][]string{
		"a charset":          {"Idempotency-Key", "k", "Content-Type", "application/json; charset=UTF-8"},
		"a JSON type":        {"Idempotency-Key", "k", "Content-Type", "application/vnd.x+json"},
		"the own host, port": keyed("Host", "api.test:8080"),
		"the own origin":     keyed("Origin", "http://api.test"),
		"space around a key": {"Idempotency-Key", " k\t", "Content-Type", "application/json"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, &fake{})
			got := s.do("POST", requests, aRequest, headers...)
			assert.Empty(t, got.code())
			assert.Equal(t, []string{"submit k checkout"}, s.service.calls)
		})
	}
}

// TestBodyLimit: 64 KiB, whether the length is declared or not.
func TestBodyLimit(t *testing.T) {
	full := aRequest + strings.Repeat(" ", 64<<10-len(aRequest))
	assert.Empty(t, newServer(t, &fake{}).do("POST", requests, full, keyed()...).code())
	s := newServer(t, &fake{})
	assert.Equal(t, problem.BodyTooLarge, s.do("POST", requests, full+" ", keyed()...).code())
	assert.Equal(t, problem.BodyTooLarge, s.stream("POST", requests, full+" ", keyed()...).code())
	assert.Empty(t, s.service.calls)
}

// TestMessagesCutAtACharacter: what a message repeats is cut between two
// characters, not within one.
func TestMessagesCutAtACharacter(t *testing.T) {
	for name, want := range map[string]string{
		strings.Repeat("a", 39) + "é":  strings.Repeat("a", 39) + "é",
		strings.Repeat("a", 39) + "éé": strings.Repeat("a", 39) + "é…",
		strings.Repeat("é", 41):        strings.Repeat("é", 40) + "…",
	} {
		got := newServer(t, &fake{}).do("GET", requests+"?"+name+"=1", "")
		require.Equal(t, problem.InvalidRequest, got.code())
		assert.Equal(t, []string{want}, fields(got.problem))
	}
}
