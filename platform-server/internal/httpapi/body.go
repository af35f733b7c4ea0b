package httpapi

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// Limits of a body.
const (
	bodyTime  = 10 * time.Second
	bodyBytes = 64 << 10
)

// jsonBody returns the request's body as a JSON source. It checks the media
// type first, and reads no more than the limit.
func jsonBody(r *http.Request) (document.Source, error) {
	if err := jsonMediaType(r.Header.Values("Content-Type")); err != nil {
		return document.Source{}, err
	}
	if r.ContentLength > bodyBytes {
		return document.Source{}, tooLarge()
	}
	data, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, bodyBytes))
	var exceeded *http.MaxBytesError
	switch {
	case errors.As(err, &exceeded):
		return document.Source{}, tooLarge()
	case err != nil:
		return document.Source{}, problem.New(problem.MalformedBody,
			"The body could not be read whole; send it within %v, as long as its Content-Length says.", bodyTime).Because(err)
	}
	return document.Source{Format: document.JSON, Data: data}, nil
}

func tooLarge() error {
	return problem.New(problem.BodyTooLarge, "The body is larger than %d bytes. Shorten it; a longer installation profile can be given to the server when it starts, with --profile.", bodyBytes)
}

// jsonMediaType refuses a declared type that is not JSON in UTF-8. A call that
// declares none is taken as JSON.
func jsonMediaType(declared []string) error {
	if len(declared) == 0 {
		return nil
	}
	mediaType, parameters, err := mime.ParseMediaType(declared[0])
	isJSON := mediaType == mediaJSON || strings.HasPrefix(mediaType, "application/") && strings.HasSuffix(mediaType, "+json")
	charset, named := parameters["charset"]
	if err != nil || len(declared) > 1 || !isJSON || named && !strings.EqualFold(charset, "utf-8") {
		return problem.New(problem.UnsupportedMediaType, "Send the body as Content-Type: application/json, in UTF-8.")
	}
	return nil
}
