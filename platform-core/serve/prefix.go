package serve

import (
	"net/http"
	"net/url"
	"strings"
)

// Below returns a handler that serves next below a path prefix, such as /environments, and at
// the root too: some proxies take the prefix away, and others do not. An empty prefix is
// next itself.
func Below(prefix string, next http.Handler) http.Handler {
	if prefix == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, below := cutPrefix(r.URL.Path, prefix)
		raw, rawBelow := cutPrefix(r.URL.RawPath, prefix)
		if below && (r.URL.RawPath == "" || rawBelow) {
			inner := *r
			inner.URL = new(url.URL)
			*inner.URL = *r.URL
			inner.URL.Path, inner.URL.RawPath = path, raw
			r = &inner
		}
		next.ServeHTTP(w, r)
	})
}

// cutPrefix returns a path as it is below the prefix, and whether it is.
func cutPrefix(path, prefix string) (string, bool) {
	rest, found := strings.CutPrefix(path, prefix)
	switch {
	case found && rest == "":
		return "/", true
	case found && rest[0] == '/':
		return rest, true
	default:
		return "", false
	}
}
