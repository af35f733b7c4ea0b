package review

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"platform.internal/portal/internal/shell"
)

const documentName = "record.json"

// Files returns the routes of a request's documents, for the list of requests.
func Files() []shell.Route {
	return []shell.Route{{Method: http.MethodGet, Pattern: "/requests/{request_id}/" + documentName, Handler: document}}
}

// document answers with the record exactly as the API sent it.
func document(v *shell.Visit) (shell.Answer, error) {
	record, err := v.API.Record(v.Context(), chi.URLParam(v.Request, "request_id"))
	return shell.File{Name: documentName, MediaType: shell.JSON, Content: record.JSON, Saved: true}.Answer(), err
}
