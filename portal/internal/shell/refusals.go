package shell

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
)

var errorTemplate = Parse[*ErrorPage](`{{define "content"}}{{template "error" .}}{{end}}`)

// errorPage returns the error page for err. It logs details that the page does not show.
func (s *Shell) errorPage(v *Visit, err error) Answer {
	t := *errorPageOf(err, s.api.Address())
	serve.EntryOf(v.Context()).Code = problem.Code(t.Code)
	t.Again = cmp.Or(t.Again, v.returnPath())
	if t.Status >= http.StatusInternalServerError {
		s.logger.ErrorContext(v.Context(), "page failed", "path", v.URL.Path, "code", t.Code, "error", err, "request_id", serve.EntryOf(v.Context()).ID)
	}
	return errorTemplate.Answer(t.Heading, &t).WithStatus(t.Status)
}

// refuse sends an error page outside a page's route. It does not call the API, so a caller that the
// portal does not serve learns nothing about the installation.
func (s *Shell) refuse(w http.ResponseWriter, r *http.Request, err error) {
	v := s.visit(r, "")
	s.send(w, v, s.errorPage(v, err))
}

// refuseKnown does the same as refuse, and also shows the installation. It is for callers that the
// portal serves.
func (s *Shell) refuseKnown(w http.ResponseWriter, r *http.Request, err error) {
	s.handle(Page{BeforeSetup: true}, func(*Visit) (Answer, error) { return Answer{}, err })(w, r)
}

func (s *Shell) notFound(w http.ResponseWriter, r *http.Request) {
	s.refuseKnown(w, r, &ErrorPage{
		Status: http.StatusNotFound, Code: string(problem.RouteNotFound), Heading: "Page not found",
		Reason: "This portal has no page at that address.", Next: "Check the address, or start again from the dashboard.",
	})
}

func (s *Shell) methodNotAllowed(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Allow", strings.Join(allowed(r), ", "))
	s.refuseKnown(w, r, &ErrorPage{
		Status: http.StatusMethodNotAllowed, Code: string(problem.MethodNotAllowed), Heading: "Not possible at this address",
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
