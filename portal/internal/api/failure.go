package api

import (
	"fmt"
	"net/http"
)

// The codes of failures between the portal and the API. Error pages show them as they show the
// API's own codes.
const (
	CodeUnavailable   = "api_unavailable"
	CodeNotUnderstood = "api_answer_not_understood"
)

// Failure is the error of a call without a usable response from the API.
type Failure struct {
	// Status is the status of the error page: 503 if the API did not answer, 502 if its response
	// cannot be used.
	Status int
	// Code is [CodeUnavailable] or [CodeNotUnderstood].
	Code string
	// Call is the method and the path of the call.
	Call string
	// Cause is the underlying error. It is for logs only.
	Cause error
}

// Error returns the code, the call and the cause.
func (f *Failure) Error() string { return fmt.Sprintf("%s: %s: %v", f.Code, f.Call, f.Cause) }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Cause }

func unreachable(what call, cause error) error {
	return &Failure{Status: http.StatusServiceUnavailable, Code: CodeUnavailable, Call: what.String(), Cause: cause}
}

func notUnderstood(what call, cause error) error {
	return &Failure{Status: http.StatusBadGateway, Code: CodeNotUnderstood, Call: what.String(), Cause: cause}
}
