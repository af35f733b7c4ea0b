package dashboard

import (
	"fmt"

	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// Requests are the newest requests.
type Requests struct {
	Unavailable *shell.Badge
	Table       listing.Table
	// New is the address of the form for a new request.
	New string
}

const newRequestPath = "/requests/new"

func newRequests(v *shell.Visit, r readings) Requests {
	if r.requestsErr != nil {
		return Requests{Unavailable: &shell.UnavailableBadge}
	}
	return Requests{
		Table: listing.Table{Caption: caption(r), Rows: listing.Rows(v, r.requests.Items)},
		New:   newRequestPath,
	}
}

// caption describes the rows of the table. The list and the count are read at different times, so a
// count below the listed rows is not shown.
func caption(r readings) string {
	listed, all := len(r.requests.Items), r.figures.Requests()
	switch {
	case r.requests.Next == "" && listed == 1:
		return "The only request; " + listing.Amounts
	case r.requests.Next == "":
		return fmt.Sprintf("All %d requests, the newest first; "+listing.Amounts, listed)
	case r.figuresErr == nil && all > listed:
		return fmt.Sprintf("The newest %d of %s requests; "+listing.Amounts, listed, shell.Grouped(all))
	default:
		return fmt.Sprintf("The newest %d requests, of more than these; "+listing.Amounts, listed)
	}
}
