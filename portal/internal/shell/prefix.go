package shell

import (
	"net/http"
	"strings"
)

// prefix is the path below which a proxy shows the portal, such as /environments; empty for
// none. Pages are made as if it were none, and their addresses changed where they are sent: the
// templates then have one form of address, which tests and other pages read.
type prefix string

// addressed are the attributes that hold addresses.
var addressed = []string{"href", "src", "action", "formaction", "data-live"}

// page returns a page with the addresses of this portal below the prefix. Text that only looks
// like an attribute has its quotation marks escaped.
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

// redirect leads a browser on after a POST.
func (p prefix) redirect(w http.ResponseWriter, path string) {
	w.Header().Set("Location", string(p)+path)
	w.WriteHeader(http.StatusSeeOther)
}
