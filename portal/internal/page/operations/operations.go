// Package operations is the time line of what happened, and the stages that come after
// a proposal: each of those is guarded, and none is executed here.
package operations

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/page/proposal"
	"platform.internal/portal/internal/shell"
)

// Page is what the template shows.
type Page struct {
	// Notice says what could not be read; nil when all was.
	Notice *shell.Notice
	Stages []Stage
	Line   Line
}

//go:embed operations.html
var source string

var template = shell.Parse[Page](listing.Parts + source)

const path = "/operations"

// New returns the page for the registry. Proposals are reached from here, so
// their addresses are this page's too.
func New() shell.Page {
	return shell.Page{
		Name: "Operations", Path: path, Icon: shell.IconStages,
		Routes: append([]shell.Route{{Method: http.MethodGet, Pattern: path, Handler: show}}, proposal.Routes()...),
		Files:  proposal.Files(),
	}
}
