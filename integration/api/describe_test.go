package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// schemas compiles every schema that the API serves.
func schemas(t *testing.T, c client) func(name string) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	for _, name := range []string{
		"environment-request", "installation-profile", "environment-request-record", "environment-request-evaluation",
		"environment-request-partial-evaluation", "deployment-proposal", "installation-readiness", "problem",
	} {
		content, err := jsonschema.UnmarshalJSON(strings.NewReader(c.get("/schemas/" + name).body))
		require.NoError(t, err)
		require.NoError(t, compiler.AddResource("file:///schemas/"+name, content))
	}
	return func(name string) *jsonschema.Schema {
		schema, err := compiler.Compile("file:///schemas/" + name)
		require.NoError(t, err)
		return schema
	}
}

// TestAnswersKeepToTheSchemas validates real answers, accepted and denied.
func TestAnswersKeepToTheSchemas(t *testing.T) {
	c := newAPI(t, profile, service.Options{})
	schema := schemas(t, c)
	denied := strings.Replace(accepted, "eu-west-1", "us-east-1", 1)
	record := c.post("/v1/environment-requests", accepted)
	for _, tt := range []struct{ name, body string }{
		{"installation-profile", c.get("/v1/platform/installation").body},
		{"installation-readiness", c.post("/v1/platform/installation/validate", `{"provider":"provider_b","mode":"enterprise"}`).body},
		{"environment-request-record", record.body},
		{"environment-request-record", c.do("POST", "/v1/environment-requests", denied, "Content-Type", "application/json", "Idempotency-Key", "2").body},
		{"environment-request-evaluation", c.post("/v1/environment-requests/evaluate", denied).body},
		{"environment-request-partial-evaluation", c.post("/v1/environment-requests/evaluate?partial=true", `{"region":"us-east-1","owner":"me"}`).body},
		{"environment-request-partial-evaluation", c.post("/v1/environment-requests/evaluate?partial=true", denied).body},
		{"deployment-proposal", c.post("/v1/deployment-proposals", `{"request_id":"`+record.member(t, "request_id")+`"}`).body},
		{"problem", c.post("/v1/environment-requests", `{"owner":1}`).body},
		{"environment-request", accepted},
	} {
		content, err := jsonschema.UnmarshalJSON(strings.NewReader(tt.body))
		require.NoError(t, err)
		assert.NoError(t, schema(tt.name).Validate(content), tt.name)
	}
}

// TestTheRequestSchemaNamesItsFields compares the schema with the domain.
func TestTheRequestSchemaNamesItsFields(t *testing.T) {
	c := newAPI(t, "", service.Options{})
	var schema struct {
		Required   []string `json:"required"`
		Properties map[string]struct {
			Properties map[string]any `json:"properties"`
		} `json:"properties"`
	}
	require.NoError(t, json.Unmarshal([]byte(c.get("/schemas/environment-request").body), &schema))
	var fields []string
	for name, p := range schema.Properties {
		fields = append(fields, name)
		for inner := range p.Properties {
			fields = append(fields, name+"."+inner)
		}
	}
	assert.ElementsMatch(t, request.FieldNames(), fields)
	_, err := request.Parse(document.Source{Format: document.JSON, Data: []byte("{}")})
	for _, name := range schema.Required {
		assert.ErrorContains(t, err, "["+name+":")
	}
}
