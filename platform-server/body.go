package server

import (
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
)

// bodyBytes is the limit of a body. Its time is that of [serve.BodyTime].
const bodyBytes = 64 << 10

// receive reads the body into memory before the call waits for its seat, so that a slow sender takes no seat.
// [jsonBody] returns the fault of the body.
func receive(w http.ResponseWriter, r *http.Request) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) // of the previous answer
	if r.ContentLength == 0 || r.ContentLength > bodyBytes {
		return
	}
	// Read the declared length, or up to the limit if there is none.
	data := make([]byte, max(r.ContentLength, 0))
	n, err := io.ReadFull(r.Body, data)
	if err == nil && r.ContentLength < 0 {
		data, err = io.ReadAll(io.LimitReader(r.Body, bodyBytes+1))
		n = len(data)
	}
	r.Body = &received{ReadCloser: r.Body, data: data[:n], err: err}
}

// received is a body in memory, and why it is not whole.
type received struct {
	io.ReadCloser
	data []byte
	err  error
}

// jsonBody returns the request's body as a JSON source. It checks the media
// type first, and reads no more than the limit.
func jsonBody(r *http.Request) (document.Source, error) {
	if err := jsonMediaType(r.Header.Values("Content-Type")); err != nil {
		return document.Source{}, err
	}
	if len(r.Header.Values("Content-Encoding")) > 0 {
		return document.Source{}, problem.New(
			problem.UnsupportedMediaType,
			"Send the body as it is, without the header Content-Encoding.",
		)
	}
	body, ok := r.Body.(*received)
	switch {
	case r.ContentLength > bodyBytes, ok && len(body.data) > bodyBytes:
		return document.Source{}, problem.New(
			problem.BodyTooLarge,
			"The body is larger than %d bytes. Shorten it; a longer installation profile can be given to the server when it starts, with --profile.",
			bodyBytes,
		)
	case !ok: // there is no body
		return document.Source{Format: document.JSON}, nil
	case body.err != nil:
		return document.Source{}, problem.New(problem.MalformedBody,
			"The body is incomplete; send all bytes of its Content-Length within %v.", serve.BodyTime).Because(body.err)
	}
	return document.Source{Format: document.JSON, Data: body.data}, nil
}

// parsed returns what parse reads in the request's body.
func parsed[T any](r *http.Request, parse func(document.Source) (T, error)) (content T, err error) {
	src, err := jsonBody(r)
	if err != nil {
		return content, err
	}
	return parse(src)
}

// jsonMediaType refuses a type that is not JSON in UTF-8, and none.
func jsonMediaType(declared []string) error {
	if len(declared) == 1 {
		mediaType, parameters, err := mime.ParseMediaType(declared[0])
		isJSON := mediaType == mediaJSON ||
			strings.HasPrefix(mediaType, "application/") && strings.HasSuffix(mediaType, "+json")
		charset, ok := parameters["charset"]
		if err == nil && isJSON && (!ok || strings.EqualFold(charset, "utf-8")) {
			return nil
		}
	}
	return problem.New(problem.UnsupportedMediaType, "Send the body as Content-Type: application/json, in UTF-8.")
}
