package shell

import (
	"net/http"
	"strings"
)

// prefix is the path below which a proxy publishes the portal, such as /environments; empty for
// none. Templates write addresses without the prefix, and the shell adds it when it sends a page.
// Tests and other pages therefore see only one form of address.
type prefix string

// addressed are the HTML attributes that contain addresses.
var addressed = []string{"href", "src", "action", "formaction", "data-live"}

// page returns the page with the prefix added to the portal's addresses. Text that looks like an
// attribute does not match, because its quotation marks are escaped.
func (p prefix) page(body []byte) []byte {
	if p == "" {
		return body
	}
	var pairs []string
	for _, attribute := range addressed {
		pairs = append(pairs, " "+attribute+`="/`, " "+attribute+`="`+string(p)+"/")
	}
	return []byte(strings.NewReplacer(pairs...).Replace(string(body)))
}

// redirect sends a redirect that answers a POST.
func (p prefix) redirect(w http.ResponseWriter, path string) {
	w.Header().Set("Location", string(p)+path)
	w.WriteHeader(http.StatusSeeOther)
}
