package server

import (
	"bytes"
	"embed"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"
	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// descriptions are written in YAML for their readers here and served as JSON.
//
//go:embed openapi.yaml schemas/*.yaml
var descriptions embed.FS

// loadDescriptions returns every description as JSON by name: "openapi" and the schemas. The schema of a request
// derives from the table of its fields.
var loadDescriptions = sync.OnceValues(func() (map[string][]byte, error) {
	files := map[string]string{"openapi": "openapi.yaml"}
	entries, err := descriptions.ReadDir("schemas")
	if err != nil {
		return nil, fmt.Errorf("list schemas: %w", err)
	}
	for _, e := range entries {
		files[strings.TrimSuffix(e.Name(), ".yaml")] = "schemas/" + e.Name()
	}
	loaded := make(map[string][]byte, len(files))
	for name, file := range files {
		if loaded[name], err = asJSON(file); err != nil {
			return nil, err
		}
	}
	if loaded["environment-request"], err = document.Encode(request.Schema(nil)); err != nil {
		return nil, err
	}
	loaded["openapi"], err = wholeDescription(loaded["openapi"], loaded)
	return loaded, err
})

func asJSON(file string) ([]byte, error) {
	data, err := descriptions.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	var content map[string]any
	if err := yaml.Unmarshal(data, &content); err != nil {
		return nil, fmt.Errorf("parse %s: %w", file, err)
	}
	return document.Encode(content)
}

func (a *api) openapi(*http.Request) (answer, error) {
	loaded, err := loadDescriptions()
	// Where a proxy shows the API below a path, the description says so.
	return encoded(
		http.StatusOK,
		bytes.Replace(loaded["openapi"], []byte(`"url": "/"`), []byte(`"url": "`+a.prefix+`/"`), 1),
	), err
}

func (a *api) schema(r *http.Request) (answer, error) {
	loaded, err := loadDescriptions()
	if err != nil {
		return answer{}, err
	}
	name := strings.TrimSuffix(chi.URLParam(r, "name"), ".json")
	body, ok := loaded[name]
	if !ok || name == "openapi" {
		return answer{}, problem.New(problem.RouteNotFound, "No schema has this name. GET /openapi.json names the schemas.")
	}
	return answer{status: http.StatusOK, mediaType: "application/schema+json", body: whole(body)}, nil
}
