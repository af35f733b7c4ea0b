package proposal

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// maxRestored limits the size of a request that [Recorded] tries to restore, in bytes. It hashes the request
// 256 times for each byte.
const maxRestored = 1 << 10

// Recorded returns the recorded request in the files of a bundle, by path. If the file was changed, it looks
// for the content with the SHA-256 in the attestation: without the additions of an editor, without one line,
// with one other byte, or in another file. If it finds none, it fails with the error of reading the file.
func Recorded(files map[string]string, requestID string) (request.Request, error) {
	path := PathsOf(requestID).Request
	content := files[path]
	r, err := readRequest(content)
	if err == nil {
		id := r.Identify().RequestID
		if id == requestID {
			return r, nil
		}
		err = fmt.Errorf("it holds another request than its name says: %s", id)
	}
	attested, unreadable := ReadAttestation(files[PathsOf(requestID).Attestation])
	want := attested.SHA256[path]
	if unreadable != nil || want == "" {
		return r, err
	}
	for _, other := range files {
		if document.Digest([]byte(other)) == want {
			return readRequest(other)
		}
	}
	if original, ok := restored(content, want); ok {
		return readRequest(original)
	}
	return r, err
}

func readRequest(content string) (request.Request, error) {
	return request.Parse(document.Source{Format: document.YAML, Data: []byte(content)})
}

// restored returns the text with the SHA-256 that differs from content by a small change.
func restored(content, want string) (string, bool) {
	if len(content) > maxRestored {
		return "", false
	}
	is := func(text string) bool { return document.Digest([]byte(text)) == want }
	plain := strings.ReplaceAll(strings.TrimPrefix(content, "\uFEFF"), "\r\n", "\n")
	for _, text := range []string{plain, plain + "\n"} {
		if is(text) {
			return text, true
		}
	}
	lines := strings.SplitAfter(content, "\n")
	for i := range lines {
		if text := strings.Join(lines[:i], "") + strings.Join(lines[i+1:], ""); is(text) {
			return text, true
		}
	}
	bytes := []byte(content)
	for i, was := range bytes {
		for b := range 256 {
			bytes[i] = byte(b)
			if document.Digest(bytes) == want {
				return string(bytes), true
			}
		}
		bytes[i] = was
	}
	return "", false
}
