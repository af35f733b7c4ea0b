// Package schemas has the JSON Schema of each document of the platform:
//
//	all, err := schemas.Load()
//	handover := all["handover"]
//
// The schemas are written in YAML for their readers here. The server and the command send them as JSON.
package schemas

import (
	"embed"
	"fmt"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

//go:embed *.yaml
var files embed.FS

// Request is the name of the schema of a request. It derives from the table of a request's fields.
const Request = "environment-request"

var load = sync.OnceValues(func() (map[string][]byte, error) {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, fmt.Errorf("list schemas: %w", err)
	}
	loaded := map[string][]byte{}
	for _, e := range entries {
		data, err := files.ReadFile(e.Name())
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", e.Name(), err)
		}
		if loaded[strings.TrimSuffix(e.Name(), ".yaml")], err = JSON(data); err != nil {
			return nil, fmt.Errorf("parse %s: %w", e.Name(), err)
		}
	}
	loaded[Request], err = document.Encode(request.Schema(nil))
	return loaded, err
})

// Load returns all schemas as JSON, by name. Callers share the map and do not change it.
func Load() (map[string][]byte, error) { return load() }

// JSON returns a description that is written in YAML as JSON.
func JSON(description []byte) ([]byte, error) {
	var content map[string]any
	if err := yaml.Unmarshal(description, &content); err != nil {
		return nil, err
	}
	return document.Encode(content)
}
