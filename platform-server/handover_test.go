package server_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/problem"
)

// TestHandoverMediaTypes sends headers Accept. Each answer has the tag of its own bytes.
func TestHandoverMediaTypes(t *testing.T) {
	const path, document, patch = proposals + "/prop-1/handover", "application/json", "text/x-patch; charset=utf-8"
	tags := map[string]string{}
	for accept, want := range map[string]string{
		"": document, "*/*": document, "application/json": document, "text/*": document, "image/png": document, ";": document,
		"text/html, application/xhtml+xml, */*;q=0.8": document,
		"text/x-patch": patch, "TEXT/X-Patch": patch, "text/x-patch, application/problem+json": patch,
		"application/json;q=0.5, text/x-patch": patch,
	} {
		s := newServer(t, &fake{})
		got := s.do("GET", path, "", "Accept", accept)
		assert.Equal(t, want, got.Header().Get("Content-Type"), accept)
		assert.Equal(t, want == patch, strings.HasPrefix(got.Body.String(), "From 0"), accept)
		assert.Equal(t, "Accept", got.Header().Get("Vary"))
		tags[want] = got.Header().Get("ETag")
		known := s.do("GET", path, "", "Accept", accept, "If-None-Match", tags[want])
		assert.Equal(t, 304, known.Code)
		assert.Equal(t, "Accept", known.Header().Get("Vary"))
		assert.Equal(t, 200, s.do("HEAD", path, "", "Accept", accept).Code)
	}
	assert.NotEqual(t, tags[document], tags[patch])
	s := newServer(t, &fake{})
	assert.Equal(t, patch, s.do("GET", path, "", "Accept", "text/html", "Accept", "text/x-patch").Header().Get("Content-Type"))
	assert.Equal(t, problem.MethodNotAllowed, s.do("POST", path, "{}", typed...).code())
}
