package server

import (
	"bytes"
	_ "embed"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/schemas"
)

// description is the description of the API.
//
//go:embed openapi.yaml
var description []byte

// loadOpenAPI returns the description of the API with all schemas, as JSON.
var loadOpenAPI = sync.OnceValues(func() ([]byte, error) {
	loaded, err := schemas.Load()
	if err != nil {
		return nil, err
	}
	encoded, err := schemas.JSON(description)
	if err != nil {
		return nil, fmt.Errorf("parse openapi.yaml: %w", err)
	}
	return wholeDescription(encoded, loaded)
})

func (a *api) openapi(*http.Request) (answer, error) {
	openapi, err := loadOpenAPI()
	// Where a proxy shows the API below a path, the description says so.
	return encoded(
		http.StatusOK,
		bytes.Replace(openapi, []byte(`"url": "/"`), []byte(`"url": "`+a.prefix+`/"`), 1),
	), err
}

func (a *api) schema(r *http.Request) (answer, error) {
	loaded, err := schemas.Load()
	if err != nil {
		return answer{}, err
	}
	name := strings.TrimSuffix(chi.URLParam(r, "name"), ".json")
	body, ok := loaded[name]
	if !ok {
		return answer{}, problem.New(problem.RouteNotFound, "No schema has this name. GET /openapi.json names the schemas.")
	}
	return answer{status: http.StatusOK, mediaType: "application/schema+json", body: whole(body)}, nil
}
