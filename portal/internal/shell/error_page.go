package shell

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
	"platform.internal/portal/internal/api"
)

// ErrorPage says what happened, why, and what to do next. It is an error, so that a [Handler] can
// return it.
type ErrorPage struct {
	Code    problem.Code
	Heading string
	Reason  string
	Next    string
	// Status is the HTTP status, if it is not the status of Code.
	Status int
	// Retry means that another request for the same page can succeed.
	Retry bool
	// Faults are the faults of the input.
	Faults []problem.Fault
	// Again is the address for Retry. If it is empty, the shell uses the address of the page.
	Again string
	// Link is an address for Next, shown next to a link to the dashboard.
	Link Link
}

// Link is an address with its text.
type Link struct{ Path, Text string }

// Error returns the code and the reason.
func (t *ErrorPage) Error() string { return string(t.Code) + ": " + t.Reason }

// Reason returns the reason on the [ErrorPage] for err. apiAddress is the address of the API.
func Reason(err error, apiAddress string) string { return errorPageOf(err, apiAddress).Reason }

// errorPageOf returns the [ErrorPage] for err. The page names apiAddress if the API does not answer.
func errorPageOf(err error, apiAddress string) ErrorPage {
	var page *ErrorPage
	var refusal *problem.Problem
	var failure *api.Failure
	switch {
	case errors.As(err, &page):
		return *page
	case errors.As(err, &refusal):
		return refused(refusal)
	case errors.As(err, &failure):
		return failed(failure, apiAddress)
	}
	return ErrorPage{
		Code: problem.InternalError, Heading: "The portal failed",
		Reason: "Something in the portal went wrong while it made this page.",
		Next:   "Try again. If it stays so, the portal's log says why.", Retry: true,
	}
}

// refused returns the [ErrorPage] for a problem that the API sent.
func refused(p *problem.Problem) ErrorPage {
	t := ErrorPage{
		Code: p.Code, Heading: p.Code.Title(), Reason: p.Detail, Faults: p.Faults,
		Next: "Go back and change what the reason names.",
	}
	switch status := p.Code.Status(); {
	case p.Code == problem.InstallationRequired || p.Code == problem.InstallationNotFound:
		t.Heading = "No installation any more"
		t.Reason = "The platform has no installation: it keeps everything in memory, and a restart loses it."
		t.Next = "Set it up again, then send the request again: " +
			"your browser's Back may bring the form with what you wrote. The same values give the same ID."
		t.Link = Link{"/setup", "Set up the platform"}
	case p.Code == problem.RequestNotFound:
		t.Reason = "The platform has no request with this ID: it keeps requests in memory, and a restart loses them."
		t.Next = "Send the request again: your browser's Back may bring the form with what you wrote, " +
			"or fill in a new one. The same values give the same ID."
		t.Link = Link{"/requests/new", "New environment"}
	case status >= http.StatusInternalServerError:
		t.Next, t.Retry = "Try again in a moment. If it stays so, the platform's log says why.", true
	case status == http.StatusNotFound:
		t.Next = "Start again from the dashboard."
	}
	return t
}

// failed returns the [ErrorPage] for a call without a usable response.
func failed(f *api.Failure, apiAddress string) ErrorPage {
	t := ErrorPage{
		Status: f.Status, Code: problem.Code(f.Code), Retry: true, Heading: "The platform API is not available",
		Reason: fmt.Sprintf("No answer came from %s.", apiAddress),
		Next:   "Check that platform-server runs at that address, then try again.",
	}
	if f.Code == api.CodeNotUnderstood {
		t.Heading = "The platform API gave no usable answer"
		t.Reason = fmt.Sprintf("What answers at %s is not this release's platform API.", apiAddress)
		t.Next = "Check the address that the portal was started with (--api), then try again."
	}
	return t
}

// Notice returns an [ErrorPage] to show as a part of another page, or nil if err is nil.
func (v *Visit) Notice(heading string, err error) *ErrorPage {
	if err == nil {
		return nil
	}
	t := errorPageOf(err, v.API.Address())
	t.Heading, t.Again = heading, v.Return()
	return &t
}

var errorTemplate = Parse[ErrorPage](`{{define "content"}}{{template "error" .}}{{end}}`, nil)

// errorPage returns the error page for err. It logs details that the page does not show.
func (s *shell) errorPage(v *Visit, err error) Answer {
	t := errorPageOf(err, s.API.Address())
	entry := serve.EntryOf(v.Context())
	entry.Code = t.Code
	t.Again, t.Status = cmp.Or(t.Again, v.Return()), cmp.Or(t.Status, t.Code.Status())
	if t.Status >= http.StatusInternalServerError {
		s.Logger.ErrorContext(v.Context(), "page failed",
			"path", v.URL.Path, "code", string(t.Code), "error", err, "request_id", entry.ID)
	}
	return errorTemplate.Answer(t.Heading, t).WithStatus(t.Status)
}

// refuse sends an error page outside a page's route. It does not call the API, so a caller that the
// portal does not serve learns nothing about the installation.
func (s *shell) refuse(w http.ResponseWriter, r *http.Request, err error) {
	v := &Visit{Request: r, API: s.API}
	s.errorPage(v, err)(s, w, v)
}

// refuseKnown does the same as refuse, and also shows the installation. It is for callers that the
// portal serves.
func (s *shell) refuseKnown(w http.ResponseWriter, r *http.Request, err error) {
	s.handle("", func(*Visit) (Answer, error) { return nil, err })(w, r)
}

func (s *shell) notFound(w http.ResponseWriter, r *http.Request) {
	s.refuseKnown(w, r, &ErrorPage{
		Code: problem.RouteNotFound, Heading: "Page not found",
		Reason: "This portal has no page at that address.", Next: "Check the address, or start again from the dashboard.",
	})
}

func (s *shell) methodNotAllowed(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Allow", strings.Join(allowed(r), ", "))
	s.refuseKnown(w, r, &ErrorPage{
		Code: problem.MethodNotAllowed, Heading: "Not possible at this address",
		Reason: "This page cannot be asked for in that way.", Next: "Open it from the navigation instead.",
	})
}

// allowed returns the methods that the request's address supports.
func allowed(r *http.Request) []string {
	routes := chi.RouteContext(r.Context()).Routes
	var methods []string
	if routes.Match(chi.NewRouteContext(), http.MethodGet, r.URL.Path) {
		methods = append(methods, http.MethodGet, http.MethodHead)
	}
	if routes.Match(chi.NewRouteContext(), http.MethodPost, r.URL.Path) {
		methods = append(methods, http.MethodPost)
	}
	return methods
}
