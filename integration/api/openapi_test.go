package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/service"
)

// TestTheDescriptionIsWhole: it refers to nothing outside it, so that a tool needs only the
// file.
func TestTheDescriptionIsWhole(t *testing.T) {
	body := newAPI(t, "", service.Options{}).get("/openapi.json").body
	for _, part := range strings.Split(body, `"$ref": "`)[1:] {
		assert.True(t, strings.HasPrefix(part, "#/components/"), part[:min(60, len(part))])
	}
}

// TestAnswersKeepToTheDescription compares what each GET answers with the schema that the
// description has for it.
func TestAnswersKeepToTheDescription(t *testing.T) {
	c := newAPI(t, strings.Replace(profile, "{", `{"exceptions":[{"policy":"common.network.private","application":"other","environment":"prod",
"owner":"net@example.com","reason":"The company owns this range.","until":"2020-01-01"}],`, 1), service.Options{})
	record := c.post("/v1/environment-requests", accepted)
	id := record.member(t, "request_id")
	made := c.do("POST", "/v1/deployment-proposals", `{"request_id":"`+id+`"}`, "Content-Type", "application/json", "Idempotency-Key", "p")
	c.do("POST", "/v1/environment-requests", strings.Replace(accepted, "eu-west-1", "us-east-1", 1), "Content-Type", "application/json", "Idempotency-Key", "2")
	c.do("POST", "/v1/environment-requests", strings.Replace(accepted, "checkout", "billing", 1), "Content-Type", "application/json", "Idempotency-Key", "3")
	description := c.get("/openapi.json").body
	content, err := jsonschema.UnmarshalJSON(strings.NewReader(description))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("file:///openapi", content))
	var described struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Ref     string `json:"$ref"`
				Content map[string]any
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(description), &described))
	paths := map[string]string{"request_id": id, "proposal_id": made.member(t, "proposal_id"), "name": "problem"}
	for path, operations := range described.Paths {
		get, ok := operations["get"]
		if !ok || path == "/metrics" {
			continue
		}
		at := "#/paths/" + strings.ReplaceAll(path, "/", "~1") + "/get/responses/200"
		if get.Responses["200"].Ref != "" {
			at = get.Responses["200"].Ref
		}
		media := "application/json"
		if path == "/schemas/{name}" {
			media = "application/schema+json"
		}
		schema, err := compiler.Compile("file:///openapi" + at + "/content/" + strings.ReplaceAll(media, "/", "~1") + "/schema")
		require.NoError(t, err, path)
		for name, value := range paths {
			path = strings.ReplaceAll(path, "{"+name+"}", value)
		}
		queries := []string{""}
		switch {
		case path == "/v1/environments":
			queries = append(queries, "?limit=1&q=e", "?overlapping=true", "?order=end")
		case path == "/v1/environments/totals":
		case path == "/v1/environments/ending":
			queries = append(queries, "?days=366&limit=1")
		case strings.HasPrefix(path, "/v1/environments/free"):
			queries = []string{"?pool=10.0.0.0/8&length=22", "?pool=10.0.0.0/8&length=4"}
		case strings.HasSuffix(path, "s") && !strings.HasPrefix(path, "/v1/platform"):
			queries = append(queries, "?limit=1", "?view=summary", "?view=summary&limit=1&q=e")
		}
		for _, query := range queries {
			answer := c.get(path + query)
			require.Equal(t, 200, answer.status, path+query)
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(answer.body))
			require.NoError(t, err, path)
			assert.NoError(t, schema.Validate(value), path+query)
		}
	}
}
