package assets

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
)

// asset is the content of one asset, in both encodings.
type asset struct {
	mediaType  string
	plain      []byte
	compressed []byte
}

// add stores an asset and returns its path.
func (s *Set) add(k kind, content []byte) string {
	sum := sha256.Sum256(content)
	path := Prefix + k.name + "." + hex.EncodeToString(sum[:6]) + k.ext
	s.byPath[path] = &asset{k.mediaType, content, compress(content)}
	return path
}

// compress returns content as gzip. It ignores errors because writes to memory cannot fail.
func compress(content []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = w.Write(content)
	_ = w.Close()
	return b.Bytes()
}

// Serve sends the asset with the path of the request. It returns false and sends nothing if no
// asset has this path. Browsers may cache the asset, because its path changes with its content.
func (s *Set) Serve(w http.ResponseWriter, r *http.Request) bool {
	a, ok := s.byPath[r.URL.Path]
	if !ok {
		return false
	}
	body := a.plain
	h := w.Header()
	if acceptsGzip(r) {
		body = a.compressed
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Vary", "Accept-Encoding")
	h.Set("Content-Type", a.mediaType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(body)
	return true
}

// acceptsGzip reports whether the client accepts gzip. Only weight "q=0" excludes an encoding (RFC
// 9110, section 12.4.2).
func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		coding, weight, _ := strings.Cut(strings.ToLower(part), ";")
		if strings.TrimSpace(coding) != "gzip" {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
		return err != nil || q > 0
	}
	return false
}
