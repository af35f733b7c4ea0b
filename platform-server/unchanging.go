package server

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
)

// unchanging returns the answer with a stored document, which never changes. The hash of its bytes is its tag. It
// returns 304 if the caller has the document.
func unchanging(r *http.Request, body ...[]byte) answer {
	hash := sha256.New()
	for _, part := range body {
		hash.Write(part)
	}
	tag := `"` + hex.EncodeToString(hash.Sum(nil)) + `"`
	out := encoded(http.StatusOK, body...)
	if known(r.Header.Values("If-None-Match"), tag) {
		out = encoded(http.StatusNotModified)
	}
	out.tag = tag
	return out
}

// known reports whether If-None-Match has a tag, by the weak comparison of RFC 9110. No tag of this API has a comma.
func known(values []string, tag string) bool {
	for one := range strings.SplitSeq(strings.Join(values, ","), ",") {
		one = strings.TrimPrefix(strings.TrimSpace(one), "W/")
		if one == tag || one == "*" {
			return true
		}
	}
	return false
}
