package serve

import (
	"net/http"
	"net/url"
	"strings"
)

// Below returns a handler that serves next below a path prefix, such as /environments, and also at the root: some
// proxies remove the prefix, and others do not. It returns next if the prefix is empty.
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

// cutPrefix returns the path without the prefix; ok is false if it is not below the prefix.
func cutPrefix(path, prefix string) (string, bool) {
	rest, ok := strings.CutPrefix(path, prefix)
	switch {
	case ok && rest == "":
		return "/", true
	case ok && rest[0] == '/':
		return rest, true
	default:
		return "", false
	}
}
