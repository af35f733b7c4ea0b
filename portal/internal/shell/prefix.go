package shell

import (
	"net/http"
	"strings"
)

// addressed are the HTML attributes that contain addresses.
var addressed = []string{"href", "src", "action", "formaction", "data-live"}

// prefixed returns the page with the path prefix added to the portal's addresses. Templates write
// addresses without the prefix; tests and other pages therefore see only one form of address. Text
// that looks like an attribute does not match, because its quotation marks are escaped.
func (s *shell) prefixed(page []byte) []byte {
	if s.PathPrefix == "" {
		return page
	}
	var pairs []string
	for _, attribute := range addressed {
		pairs = append(pairs, " "+attribute+`="/`, " "+attribute+`="`+s.PathPrefix+"/")
	}
	return []byte(strings.NewReplacer(pairs...).Replace(string(page)))
}

// redirect sends a redirect that answers a POST.
func (s *shell) redirect(w http.ResponseWriter, path string) {
	w.Header().Set("Location", s.PathPrefix+path)
	w.WriteHeader(http.StatusSeeOther)
}
