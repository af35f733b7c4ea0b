package request_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// TestTheTableFitsTheRequest checks each entry against the documents that Parse
// reads and writes.
func TestTheTableFitsTheRequest(t *testing.T) {
	r := request.Template("eu-west-1")
	encoded, err := json.Marshal(r)
	require.NoError(t, err)
	again, err := request.Parse(document.Source{Format: document.JSON, Data: encoded})
	require.NoError(t, err, "the template is a well-formed request")
	assert.Equal(t, r, again)

	var written map[string]any
	require.NoError(t, json.Unmarshal(encoded, &written))
	influence := map[int]string{}
	for _, f := range request.Fields() {
		assert.NotEmpty(t, f.Text.Label, f.Name)
		assert.NotEmpty(t, f.Text.Group, f.Name)
		assert.Empty(t, influence[f.Influence], f.Name)
		influence[f.Influence] = f.Name
		if !f.Optional {
			assert.NotEmpty(t, f.Text.Missing, f.Name)
			assert.Contains(t, written, f.Name)
		}
		if f.Limits.Pattern != "" {
			assert.NotEmpty(t, f.Text.MustBe, f.Name)
			properties := request.Schema(nil)["properties"].(map[string]any)
			assert.Contains(t, properties[f.Name], "pattern", "%s: the schema needs the pattern of texts as they are written", f.Name)
		}
		if !f.Default.IsZero() {
			_, err := r.With(f.Name, f.Default)
			require.NoError(t, err, f.Name)
		}
		if !f.Example.IsZero() {
			same, err := r.With(f.Name, r.Value(f.Name))
			require.NoError(t, err, f.Name)
			assert.Equal(t, r, same, f.Name)
		}
	}
}

func TestWithRefusesWhatTheFieldCannotTake(t *testing.T) {
	r := request.Template("eu-west-1")
	for name, tt := range map[string]struct {
		field   string
		value   request.Value
		code    problem.FaultCode
		message string
	}{
		"another kind":        {"monthly_budget", request.Text("500"), problem.FaultType, "must be a whole number, not text"},
		"no value":            {"owner", request.Value{}, problem.FaultType, "must be text, not nothing"},
		"none of the allowed": {"cluster_size", request.Text("huge"), problem.FaultForm, "must be one of small, medium, large"},
		"out of bounds":       {"monthly_budget", request.Number(0), problem.FaultForm, "must be whole US dollars from 1 to 1000000"},
		"not a range":         {"network_cidr", request.Text("10.0.0.0"), problem.FaultForm, "must be an IPv4 range in CIDR form, such as 10.20.0.0/20"},
		"not a date":          {"expiry_date", request.Text("soon"), problem.FaultForm, "must be a real date as YYYY-MM-DD, such as 2027-03-31"},
		"no scalar":           {"controls", request.Flag(true), problem.FaultUnknown, "is not a field here"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.With(tt.field, tt.value)
			p := problem.From(err)
			require.Equal(t, problem.InvalidRequest, p.Code)
			require.Len(t, p.Faults, 1)
			assert.Equal(t, tt.field, p.Faults[0].Field)
			assert.Equal(t, tt.code, p.Faults[0].Code)
			assert.Contains(t, p.Faults[0].Message, tt.message)
		})
	}
}

func TestWithBringsAValueIntoNormalForm(t *testing.T) {
	r := request.Template("eu-west-1")
	changed, err := r.With("environment", request.Text(" PROD "))
	require.NoError(t, err)
	assert.Equal(t, request.Production, changed.Environment)
	changed, err = changed.With("network_cidr", request.Text("10.1.2.3/16"))
	require.NoError(t, err)
	assert.Equal(t, "10.1.0.0/16", changed.NetworkCIDR.String())
	changed, err = changed.With("expiry_date", request.Text("2027-01-31"))
	require.NoError(t, err)
	changed, err = changed.With("expiry_date", request.Value{})
	require.NoError(t, err, "an optional field can be taken away")
	assert.Empty(t, changed.ExpiryDate)
}

// TestYAMLTextsAreTheLibrarys compares what is written without the library's encoder
// with what that writes.
func TestYAMLTextsAreTheLibrarys(t *testing.T) {
	texts := []string{
		"", "a", "no", "yes", "off", "true", "false", "null", "nulls", "eu-west-1", "westeurope", "restricted", "small", "medium",
		"10.20.0.0/20", "10.20.0.0", "10.2000", "1234567", "0123456", "012345678", "0x1f2e3d", "0b101010", "0o17171717", "1e10000", "123e456",
		"1.5.6.7", "2026-12-31", "2026-13-31", "2026-12-31t10", "-.infinity", ".infinity", "-eu-west", "/a/b/c/d", "------", "a------", "a.....",
		"123456-", "12-345-678", "190-20-30", "0......", "CC-471100", "with: colon", "with #hash", "a@example.com", "190:20:30", "ünïcödé",
	}
	for _, text := range texts {
		want, err := yaml.Marshal(text)
		require.NoError(t, err)
		line := request.Assignment{Field: request.RegionField, Value: request.Text(text)}.Line(document.YAML)
		assert.Equal(t, "region: "+strings.TrimSpace(string(want)), line)
	}
}

// TestAssignmentsReadBack writes every field in both syntaxes, all in lines of
// their own and each on one line.
func TestAssignmentsReadBack(t *testing.T) {
	r := request.Template("eu-west-1")
	r.ExpiryDate, r.CostCentre, r.Controls.CentralLogging = "2027-01-31", "0012", false
	r.BusinessJustification = `Quotes "and" colons: all of it.`
	var assignments []request.Assignment
	for _, f := range request.Fields() {
		assignments = append(assignments, request.Assignment{Field: f.Name, Value: r.Value(f.Name)})
	}
	for format, around := range map[document.Format][2]string{document.JSON: {"{\n", "\n}"}, document.YAML: {"", "\n"}} {
		text := around[0] + strings.Join(request.Lines(format, assignments), "\n") + around[1]
		got, err := request.Parse(document.Source{Format: format, Data: []byte(text)})
		require.NoError(t, err, text)
		assert.Equal(t, r, got)
		for _, a := range assignments {
			few := around[0] + strings.Join(request.Lines(format, []request.Assignment{a}), "\n") + around[1]
			p, err := request.ParsePartial(document.Source{Format: format, Data: []byte(few)})
			require.NoError(t, err, few)
			assert.Equal(t, a.Value, p.Request.Value(a.Field), few)

			text := around[0] + a.Line(format) + around[1]
			p, err = request.ParsePartial(document.Source{Format: format, Data: []byte(text)})
			require.NoError(t, err, text)
			assert.Empty(t, p.Faults, text)
			assert.True(t, p.Given[a.Field], text)
			assert.Equal(t, a.Value, p.Request.Value(a.Field), text)
		}
	}
}

func TestAPartialRequestSaysWhatIsGiven(t *testing.T) {
	p, err := request.ParsePartial(document.Source{Format: document.JSON, Data: []byte(`{
		"application": " Checkout ", "owner": "nobody", "monthly_budget": "1", "expiry_date": null,
		"controls": {"private_cluster": false, "central_logging": null}, "colour": "red"}`)})
	require.NoError(t, err)
	assert.Equal(t, "checkout", p.Request.Application)
	assert.Equal(t, map[string]bool{
		"application": true, "expiry_date": true, "controls.private_cluster": true, "controls.central_logging": true,
	}, p.Given)
	assert.Equal(t, []string{
		"environment", "cost_centre", "data_classification", "region", "network_cidr", "cluster_size", "business_justification",
	}, p.Missing)
	var faults []string
	for _, f := range p.Faults {
		faults = append(faults, f.Field+" "+string(f.Code))
	}
	assert.Equal(t, []string{"owner invalid_form", "monthly_budget wrong_type", "colour unknown_field"}, faults)
	assert.False(t, p.Complete())
	assert.Contains(t, p.Unknown(), "owner", "a field with a fault may still take any value")
	assert.NotContains(t, p.Unknown(), "expiry_date", "null says that there is none")
	assert.Contains(t, p.Unknown(), "controls.least_privilege")
	assert.True(t, p.Request.Controls.CentralLogging, "null is the default")

	_, err = request.ParsePartial(document.Source{Format: document.JSON, Data: []byte(`[`)})
	assert.Equal(t, problem.MalformedBody, problem.From(err).Code)
}

func TestAFieldThatIsWrittenTwiceIsNotGiven(t *testing.T) {
	p, err := request.ParsePartial(document.Source{Format: document.JSON, Data: []byte(`{
		"region": "mars", "region": "eu-west-1", "owner": "a@example.com",
		"controls": {"private_cluster": false}, "controls": {"private_cluster": true}}`)})
	require.NoError(t, err)
	assert.Equal(t, map[string]bool{"owner": true}, p.Given)
	assert.Contains(t, p.Unknown(), "region")
	assert.Contains(t, p.Unknown(), "controls.private_cluster")
	assert.NotContains(t, p.Missing, "region", "it has a fault instead")
}

func TestACompletePartialRequestIsTheRequest(t *testing.T) {
	data, err := json.Marshal(plain())
	require.NoError(t, err)
	src := document.Source{Format: document.JSON, Data: data}
	p, err := request.ParsePartial(src)
	require.NoError(t, err)
	whole, err := request.Parse(src)
	require.NoError(t, err)
	assert.True(t, p.Complete())
	assert.Empty(t, p.Unknown())
	assert.Equal(t, whole, p.Request)
}
