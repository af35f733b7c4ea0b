package api_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	core "platform.internal/platform-core/difference"
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
		"environment-request-partial-evaluation", "deployment-proposal", "installation-readiness", "problem", "request-difference",
		"request-fix", "policy-explanation", "policy-comparison", "policy-case-run", "policy-replay", "proposal-verification", "handover",
		"repository-verification",
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
	personal := newAPI(t, `{"provider":"provider_a","policies":[`+rule("owner", `request.owner == \"none@example.com\"`)+`]}`, service.Options{})
	contradicting := newAPI(t, `{"provider":"provider_a","policies":[`+rule("cluster_size", "false")+`]}`, service.Options{})
	record := c.post("/v1/environment-requests", accepted)
	deniedRecord := c.do("POST", "/v1/environment-requests", denied, "Content-Type", "application/json", "Idempotency-Key", "2").body
	propose := func(record reply) string {
		id := record.member(t, "request_id")
		return c.do("POST", "/v1/deployment-proposals", `{"request_id":"`+id+`"}`, "Content-Type", "application/json", "Idempotency-Key", id).body
	}
	proposal := propose(record)
	larger := propose(c.do("POST", "/v1/environment-requests", strings.NewReplacer(`"small"`, `"medium"`, ":1000", ":90000").Replace(accepted),
		"Content-Type", "application/json", "Idempotency-Key", "3"))
	proposed := func(body string) string { return reply{body: body}.member(t, "proposal_id") }
	handover := "/v1/deployment-proposals/" + proposed(proposal) + "/handover"
	excepting := newAPI(t, `{"provider":"provider_a","exceptions":[{"policy":"common.network.private","application":"checkout","environment":"prod",
"owner":"net@example.com","reason":"The company owns this range.","until":"9999-12-31"}]}`, service.Options{})
	owned := strings.Replace(accepted, "10.20.0.0", "52.20.0.0", 1)
	excepted := excepting.post("/v1/environment-requests", owned)
	require.Equal(t, "accepted", excepted.member(t, "decision"))
	for _, tt := range []struct{ name, body string }{
		{"installation-profile", excepting.get("/v1/platform/installation").body},
		{"environment-request-record", excepted.body},
		{"environment-request-evaluation", excepting.post("/v1/environment-requests/evaluate", owned).body},
		{"environment-request-partial-evaluation", excepting.post("/v1/environment-requests/evaluate?partial=true", owned).body},
		{"environment-request-partial-evaluation", excepting.post("/v1/environment-requests/evaluate?partial=true",
			`{"network_cidr":"52.20.0.0/20","application":"checkout","environment":"prod"}`).body},
		{"request-difference", difference(t, record.body, excepted.body)},
		{"installation-profile", c.get("/v1/platform/installation").body},
		{"installation-readiness", c.post("/v1/platform/installation/validate", `{"provider":"provider_b","mode":"enterprise"}`).body},
		{"environment-request-record", record.body},
		{"environment-request-record", deniedRecord},
		{"environment-request-evaluation", c.post("/v1/environment-requests/evaluate", denied).body},
		{"environment-request-partial-evaluation", c.post("/v1/environment-requests/evaluate?partial=true", `{"region":"us-east-1","owner":"me"}`).body},
		{"environment-request-partial-evaluation", c.post("/v1/environment-requests/evaluate?partial=true", denied).body},
		{"environment-request-partial-evaluation", having(t, "latest_expiry", c.post("/v1/environment-requests/evaluate?latest_expiry=true", accepted).body)},
		{"environment-request-partial-evaluation", c.post("/v1/environment-requests/evaluate?latest_expiry=true", "{}").body},
		{"environment-request-partial-evaluation", having(t, "choices", c.post("/v1/environment-requests/evaluate?partial=true&choices=true", "{}").body)},
		{"environment-request-partial-evaluation", having(t, "proven", c.post("/v1/environment-requests/evaluate?partial=true&choices=true", denied).body)},
		{"environment-request-evaluation", having(t, "open", personal.post("/v1/environment-requests/evaluate", denied).body)},
		{"environment-request-partial-evaluation", having(t, "open", personal.post("/v1/environment-requests/evaluate?partial=true", denied).body)},
		{"environment-request-evaluation", having(t, "contradicting", contradicting.post("/v1/environment-requests/evaluate", denied).body)},
		{"environment-request-partial-evaluation", having(t, "contradicting", contradicting.post("/v1/environment-requests/evaluate?partial=true", denied).body)},
		{"deployment-proposal", proposal},
		{"handover", c.get(handover).body},
		{"handover", c.get(handover + "?patch=true&supersedes=" + proposed(larger)).body},
		{"problem", c.post("/v1/environment-requests", `{"owner":1}`).body},
		{"environment-request", accepted},
		{"request-difference", difference(t, accepted, record.body)},
		{"request-difference", difference(t, proposal, deniedRecord)},
		{"request-difference", difference(t, proposal, larger)},
		{"request-difference", difference(t, record.body, accounts.ReplaceAllString(record.body, `"account_id": "999999999999"`))},
	} {
		content, err := jsonschema.UnmarshalJSON(strings.NewReader(tt.body))
		require.NoError(t, err)
		assert.NoError(t, schema(tt.name).Validate(content), tt.name)
	}
}

// rule returns a rule of an organisation.
func rule(field, require string) string {
	return `{"id":"team.rule","title":"t","field":"` + field + `","level":"mandatory","require":"` + require + `","message":"m","remediation":"r","expected":"e"}`
}

// having returns a document that has a member.
func having(t *testing.T, member, body string) string {
	t.Helper()
	require.Contains(t, body, `"`+member+`":`)
	return body
}

// accounts are where the resources of a record are.
var accounts = regexp.MustCompile(`"account_id": "[^"]*"`)

// difference returns the document of what differs between two documents.
func difference(t *testing.T, a, b string) string {
	t.Helper()
	var read [2]core.Document
	for i, text := range []string{a, b} {
		var err error
		read[i], err = core.Read("a file", document.Source{Format: document.JSON, Data: []byte(text)})
		require.NoError(t, err)
	}
	encoded, err := document.Encode(core.Compare("a", read[0], "b", read[1]))
	require.NoError(t, err)
	return string(encoded)
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
