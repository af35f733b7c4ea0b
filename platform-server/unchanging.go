package server

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
)

// unchanging returns the answer that is a stored document, which never changes, with
// the hash of its bytes as its tag; or 304 where the caller has it.
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

// known reports whether a tag is among those of If-None-Match, by the weak comparison
// of RFC 9110. No tag of this API has a comma.
func known(values []string, tag string) bool {
	for one := range strings.SplitSeq(strings.Join(values, ","), ",") {
		one = strings.TrimPrefix(strings.TrimSpace(one), "W/")
		if one == tag || one == "*" {
			return true
		}
	}
	return false
}
