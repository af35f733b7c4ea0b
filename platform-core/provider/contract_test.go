package provider_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/provider"
)

func description() provider.Description {
	return provider.Description{
		Provider: installation.Provider{
			ID: "provider_t", DisplayName: "T", DefaultRegion: "b",
			Regions: []installation.Region{{Name: "a"}, {Name: "b"}},
		},
		Version: "1.0.0", Capabilities: []string{"x", "y"},
		Rules: []provider.Rule{
			{ID: "provider_t.a", Title: "A", Field: "owner", Level: installation.Mandatory, Expected: "e"},
			{ID: "provider_t.b", Title: "B", Field: "region", Level: installation.Advisory, Expected: "e"},
		},
	}
}

func finding(id, field string) environment.Violation {
	return environment.Violation{
		PolicyID: id, Source: environment.SourceProvider, Field: field, Message: "m", Remediation: "r", Expected: "e",
	}
}

func evaluation() provider.Evaluation {
	return provider.Evaluation{
		Violations: []environment.Violation{finding("provider_t.a", "owner")},
		Advisories: []environment.Violation{finding("provider_t.b", "region")},
		Resources: []environment.Resource{
			{Address: "n.a", Type: "n", Controls: environment.AllControls()},
			{Address: "n.b", Type: "n", Parent: "n.a"},
		},
		Estimate: environment.Estimate{
			Currency: "USD", MonthlyTotal: environment.Cents(300),
			Items: []environment.EstimateItem{
				{Address: "n.a", Item: "i", MonthlyCost: environment.Cents(100)},
				{Address: "n.b", Item: "i", MonthlyCost: environment.Cents(200)},
			},
		},
	}
}

func order() provider.Order {
	return provider.Order{Request: environment.Request{
		Application: "checkout", Environment: environment.Test, Owner: "a@example.com", CostCentre: "CC-1",
		DataClassification: environment.Public, Region: "north-1", NetworkCIDR: netip.MustParsePrefix("10.0.0.0/20"),
		ClusterSize: environment.Small, MonthlyBudget: 1, BusinessJustification: "A test of the contract.",
		Controls: environment.Controls{EncryptionAtRest: true, PrivateCluster: true, CentralLogging: true, LeastPrivilege: true},
	}}
}

// assertBreach checks that err names the contract rule and the field.
func assertBreach(t *testing.T, err error, rule, field string) {
	t.Helper()
	p := problem.From(err)
	require.NotNil(t, p, "the breach is seen")
	assert.Equal(t, problem.AdapterContractViolation, p.Code)
	assert.Contains(t, p.Detail, `"`+rule+`"`)
	require.Len(t, p.Faults, 1)
	assert.Equal(t, provider.BreachCode(rule), p.Fault())
	assert.Contains(t, provider.ContractRules(), rule)
	assert.Equal(t, field, p.Faults[0].Field)
}

func TestDescriptionBreaches(t *testing.T) {
	require.NoError(t, provider.CheckDescription("provider_t", description()))
	for name, tt := range map[string]struct {
		change      func(*provider.Description)
		rule, field string
	}{
		"another provider": {func(d *provider.Description) { d.ID = "provider_u" }, "identity", "id"},
		"default region":   {func(d *provider.Description) { d.DefaultRegion = "z" }, "default-region", "default_region"},
		"no version":       {func(d *provider.Description) { d.Version = "" }, "description", "version"},
		"regions unsorted": {func(d *provider.Description) { d.Regions[0].Name = "c" }, "sorted-and-unique", "regions[1]"},
		"region twice":     {func(d *provider.Description) { d.Regions[0].Name = "b" }, "sorted-and-unique", "regions[1]"},
		"capability twice": {func(d *provider.Description) { d.Capabilities[1] = "x" }, "sorted-and-unique", "capabilities[1]"},
		"rules unsorted":   {func(d *provider.Description) { d.Rules[0].ID = "provider_t.c" }, "sorted-and-unique", "rules[1]"},
		"foreign rule":     {func(d *provider.Description) { d.Rules[0].ID = "common.a" }, "rule-prefix", "rules[0]"},
		"field of nobody":  {func(d *provider.Description) { d.Rules[1].Field = "colour" }, "request-field", "rules[1]"},
	} {
		t.Run(name, func(t *testing.T) {
			d := description()
			tt.change(&d)
			assertBreach(t, provider.CheckDescription("provider_t", d), tt.rule, tt.field)
		})
	}
}

func TestEvaluationBreaches(t *testing.T) {
	require.NoError(t, provider.CheckEvaluation(description(), order(), evaluation()))
	for name, tt := range map[string]struct {
		change      func(*provider.Evaluation)
		rule, field string
	}{
		"undeclared rule":   {func(e *provider.Evaluation) { e.Violations[0].PolicyID = "provider_t.z" }, "declared-rules", "violations[0]"},
		"another field":     {func(e *provider.Evaluation) { e.Violations[0].Field = "region" }, "declared-rules", "violations[0]"},
		"advisory denies":   {func(e *provider.Evaluation) { e.Violations[0] = finding("provider_t.b", "region") }, "declared-rules", "violations[0]"},
		"source":            {func(e *provider.Evaluation) { e.Advisories[0].Source = "common" }, "source", "advisories[0]"},
		"no words":          {func(e *provider.Evaluation) { e.Violations[0].Remediation = "" }, "words", "violations[0]"},
		"suggests a form":   {func(e *provider.Evaluation) { e.Violations[0].Suggestion = environment.Text("nobody") }, "suggestion", "violations[0]"},
		"suggests a type":   {func(e *provider.Evaluation) { e.Advisories[0].Suggestion = environment.Number(1) }, "suggestion", "advisories[0]"},
		"too many words":    {func(e *provider.Evaluation) { e.Violations[0].Message = strings.Repeat("x", 5000) }, "size", "violations[0]"},
		"violation twice":   {func(e *provider.Evaluation) { e.Violations = append(e.Violations, e.Violations[0]) }, "sorted-and-unique", "violations[1]"},
		"unsorted":          {func(e *provider.Evaluation) { e.Resources[0], e.Resources[1] = e.Resources[1], e.Resources[0] }, "sorted-and-unique", "resources[1]"},
		"address":           {func(e *provider.Evaluation) { e.Resources[1].Type = "m" }, "address", "resources[1]"},
		"parent":            {func(e *provider.Evaluation) { e.Resources[1].Parent = "n.z" }, "parent", "resources[1]"},
		"unknown control":   {func(e *provider.Evaluation) { e.Resources[1].Controls = []environment.Control{"firewall"} }, "controls", "resources[1]"},
		"control not held":  {func(e *provider.Evaluation) { e.Resources[0].Controls = environment.AllControls()[1:] }, "controls-upheld", "resources"},
		"item of nothing":   {func(e *provider.Evaluation) { e.Estimate.Items[0].Address = "n.z" }, "estimate", "estimate.items[0]"},
		"wrong sum":         {func(e *provider.Evaluation) { e.Estimate.MonthlyTotal = environment.Cents(299) }, "estimate", "estimate.monthly_total"},
		"unknown made zero": {func(e *provider.Evaluation) { e.Estimate.Items[0].MonthlyCost = environment.Money{} }, "estimate", "estimate.monthly_total"},
		"item twice": {func(e *provider.Evaluation) {
			e.Estimate.Items[1] = e.Estimate.Items[0]
			e.Estimate.MonthlyTotal = environment.Cents(200)
		}, "sorted-and-unique", "estimate.items[1]"},
		"too many": {func(e *provider.Evaluation) { e.Resources = make([]environment.Resource, provider.MaxResources+1) }, "size", "resources"},
	} {
		t.Run(name, func(t *testing.T) {
			e := evaluation()
			tt.change(&e)
			assertBreach(t, provider.CheckEvaluation(description(), order(), e), tt.rule, tt.field)
		})
	}
	off := order()
	off.Request.Controls.CentralLogging = false
	e := evaluation()
	e.Resources[0].Controls = environment.AllControls()[1:]
	assert.NoError(t, provider.CheckEvaluation(description(), off, e), "a control that is off need not be upheld")
}

func TestFileBreaches(t *testing.T) {
	files := func() []provider.File {
		return []provider.File{{Name: provider.RootFile, Content: []byte("a\n")}, {Name: provider.InputsFile, Content: []byte("{}\n")}}
	}
	require.NoError(t, provider.CheckFiles("provider_t", files()))
	for name, tt := range map[string]struct {
		change      func([]provider.File) []provider.File
		rule, field string
	}{
		"one":     {func(f []provider.File) []provider.File { return f[:1] }, "files", "files"},
		"order":   {func(f []provider.File) []provider.File { return []provider.File{f[1], f[0]} }, "files", "files"},
		"path":    {func(f []provider.File) []provider.File { f[0].Name = "../main.tf"; return f }, "files", "files"},
		"empty":   {func(f []provider.File) []provider.File { f[0].Content = nil; return f }, "size", provider.RootFile},
		"large":   {func(f []provider.File) []provider.File { f[1].Content = make([]byte, provider.MaxFileSize+1); return f }, "size", provider.InputsFile},
		"no text": {func(f []provider.File) []provider.File { f[0].Content = []byte("\xff"); return f }, "text", provider.RootFile},
		"CR":      {func(f []provider.File) []provider.File { f[0].Content = []byte("a\r\n"); return f }, "text", provider.RootFile},
	} {
		t.Run(name, func(t *testing.T) {
			assertBreach(t, provider.CheckFiles("provider_t", tt.change(files())), tt.rule, tt.field)
		})
	}
}

func TestCheckBreaches(t *testing.T) {
	good := installation.Check{ID: "provider_t.a", Title: "A", Status: installation.Passed, Message: "m"}
	require.NoError(t, provider.CheckChecks("provider_t", []installation.Check{good}))
	for name, tt := range map[string]struct {
		change func(*installation.Check)
		rule   string
	}{
		"foreign":        {func(c *installation.Check) { c.ID = "installation.a" }, "check-id"},
		"no words":       {func(c *installation.Check) { c.Message = "" }, "words"},
		"status":         {func(c *installation.Check) { c.Status = "great" }, "status"},
		"no remediation": {func(c *installation.Check) { c.Status = installation.Failed }, "words"},
	} {
		t.Run(name, func(t *testing.T) {
			c := good
			tt.change(&c)
			assertBreach(t, provider.CheckChecks("provider_t", []installation.Check{c}), tt.rule, "checks[0]")
		})
	}
	assertBreach(t, provider.CheckChecks("provider_t", []installation.Check{good, good}), "check-id", "checks[1]")
}
