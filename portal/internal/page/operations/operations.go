// Package operations is the page with the time line of requests and proposals. It also shows the
// stages that follow a proposal: each is guarded, and this service executes none of them.
package operations

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/page/proposal"
	"platform.internal/portal/internal/shell"
)

// Page is the input of the template.
type Page struct {
	// Notice says what could not be read; nil if everything was read.
	Notice *shell.Notice
	Stages []Stage
	Line   Line
}

//go:embed operations.html
var source string

var template = shell.Parse[Page](listing.Parts + source)

const path = "/operations"

// New returns the page as a [shell.Page]. It includes [proposal.Routes], because this page links to
// the proposals.
func New() shell.Page {
	return shell.Page{
		Name: "Operations", Path: path, Icon: shell.IconStages,
		Routes: append([]shell.Route{{Method: http.MethodGet, Pattern: path, Handler: show}}, proposal.Routes()...),
		Files:  proposal.Files(),
	}
}
