package serve

import "net/http"

// CrossSite reports whether a page of another site makes the browser read here,
// other than by leading its reader here: as an image, a script, a frame or by
// fetch. That page cannot see the answer, but could make this program work.
// Browsers say so in headers that no page can set (Fetch Metadata); what sends
// none is no page.
func CrossSite(r *http.Request) bool {
	if r.Header.Get("Sec-Fetch-Site") != "cross-site" {
		return false
	}
	dest := r.Header.Get("Sec-Fetch-Dest")
	return r.Header.Get("Sec-Fetch-Mode") != "navigate" || dest != "" && dest != "document"
}
