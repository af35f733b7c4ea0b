package serve

import "net/http"

// CrossSite reports whether a page of another site loads a resource here: an image, a script, a frame or a fetch, but
// not a link that its user follows. That page cannot see the answer, but could cause work. Browsers send it in headers
// that no page can set (Fetch Metadata). A client without them is not a browser.
func CrossSite(r *http.Request) bool {
	if r.Header.Get("Sec-Fetch-Site") != "cross-site" {
		return false
	}
	dest := r.Header.Get("Sec-Fetch-Dest")
	return r.Header.Get("Sec-Fetch-Mode") != "navigate" || dest != "" && dest != "document"
}
