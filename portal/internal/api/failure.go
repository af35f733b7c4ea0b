package api

import (
	"errors"
	"fmt"
	"net/http"
)

// The codes of failures that happen between the portal and the API. They stand
// beside the API's own codes on error pages.
const (
	CodeUnavailable   = "api_unavailable"
	CodeNotUnderstood = "api_answer_not_understood"
)

// Failure is a call of the API that brought no answer of the API.
type Failure struct {
	// Status is the status that a page has for it: 503 where nobody answered,
	// 502 where the answer made no sense.
	Status int
	// Code is CodeUnavailable or CodeNotUnderstood.
	Code string
	// Call is the method and the path of what was asked.
	Call string
	// Cause is the underlying error, only for logs.
	Cause error
}

// Error returns the code, the path and the cause.
func (f *Failure) Error() string { return fmt.Sprintf("%s: %s: %v", f.Code, f.Call, f.Cause) }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Cause }

var (
	errTooLarge = errors.New("the answer is larger than the portal reads")
	errNoCode   = errors.New("the problem has no code")
)

// unexpected is an answer of another kind than was asked for.
type unexpected struct {
	status    int
	mediaType string
}

func (u unexpected) Error() string {
	return fmt.Sprintf("status %d with media type %q", u.status, u.mediaType)
}

func unreachable(what call, cause error) error {
	return &Failure{Status: http.StatusServiceUnavailable, Code: CodeUnavailable, Call: what.String(), Cause: cause}
}

func notUnderstood(what call, cause error) error {
	return &Failure{Status: http.StatusBadGateway, Code: CodeNotUnderstood, Call: what.String(), Cause: cause}
}
