package adapter_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

func description() adapter.Description {
	return adapter.Description{
		Provider: profile.Provider{
			ID: "provider_t", DisplayName: "T", DefaultRegion: "b",
			Regions: []profile.Region{{Name: "a"}, {Name: "b"}},
			Settings: []profile.Setting{
				{Name: "egress", DisplayName: "E", Purpose: "p", Kind: profile.ChoiceSetting, Choices: []string{"own", "hub"}, Default: "own"},
				{Name: "dns_servers", DisplayName: "D", Purpose: "p", Kind: profile.AddressSetting, List: true, Example: "10.0.0.4,10.0.0.5"},
				{Name: "pods", DisplayName: "P", Purpose: "p", Kind: profile.RangeSetting, Default: "10.0.0.0/8", Example: "100.64.0.0/16"},
				{Name: "groups", DisplayName: "G", Purpose: "p", Kind: profile.TextSetting, List: true, Pattern: "[a-z]+", Form: "letters", Example: "a,b"},
			},
			ResourceKinds: []profile.ResourceKind{
				{Resource: "n", Role: profile.NodesRole, DisplayName: "N", Detail: "{size}"},
				{Resource: "n.a", Role: "of a newer contract", DisplayName: "N"},
			},
			Choices: []profile.Choice{
				{Field: "cluster_size", Value: "small", Text: "two nodes"},
				{Field: "environment", Value: "of a newer contract", Text: "x"},
			},
		},
		Version: "1.0.0", Capabilities: []string{"x", "y"},
		Rules: []adapter.Rule{
			{ID: "provider_t.a", Title: "A", Field: "owner", Level: profile.Mandatory, Expected: "e"},
			{ID: "provider_t.b", Title: "B", Field: "region", Level: profile.Advisory, Expected: "e"},
		},
	}
}

func finding(id, field string) request.Violation {
	return request.Violation{
		PolicyID: id, Source: request.SourceProvider, Field: field, Message: "m", Remediation: "r", Expected: "e",
	}
}

func evaluation() adapter.Evaluation {
	return adapter.Evaluation{
		Violations: []request.Violation{finding("provider_t.a", "owner")},
		Advisories: []request.Violation{finding("provider_t.b", "region")},
		Resources: []request.Resource{
			{Address: "n.a", Type: "n", Controls: request.AllControls()},
			{Address: "n.b", Type: "n", Parent: "n.a"},
		},
		Estimate: request.Estimate{
			Currency: "USD", KnownTotal: request.Cents(300), MonthlyTotal: request.Cents(300),
			Items: []request.EstimateItem{
				{Address: "n.a", Item: "i", Basis: request.Fixed, MonthlyCost: request.Cents(100)},
				{Address: "n.b", Item: "i", Basis: request.Assumed, MonthlyCost: request.Cents(200)},
			},
		},
	}
}

func input() adapter.Input {
	return adapter.Input{Request: request.Request{
		Application: "checkout", Environment: request.Test, Owner: "a@example.com", CostCentre: "CC-1",
		DataClassification: request.Public, Region: "north-1", NetworkCIDR: netip.MustParsePrefix("10.0.0.0/20"),
		ClusterSize: request.Small, MonthlyBudget: 1, BusinessJustification: "A test of the contract.",
		Controls: request.Controls{EncryptionAtRest: true, PrivateCluster: true, CentralLogging: true, LeastPrivilege: true},
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
	assert.Equal(t, "contract_"+strings.ReplaceAll(rule, "-", "_"), string(p.Fault()))
	assert.Equal(t, field, p.Faults[0].Field)
}

// ending returns an advisory rule that ends.
func ending(until request.Date) adapter.Rule {
	return adapter.Rule{
		ID: "provider_t.a", Title: "t", Field: "owner", Level: profile.Advisory, Expected: "e", Until: until, Message: "m", Remediation: "r",
	}
}

// The host finds such a rule, who has the date: an adapter that finds it has a clock.
func TestARuleWithAnEndIsTheHosts(t *testing.T) {
	d, e := description(), evaluation()
	d.Rules[1] = ending("2026-02-28")
	d.Rules[1].ID, d.Rules[1].Field = e.Advisories[0].PolicyID, e.Advisories[0].Field
	require.NoError(t, adapter.CheckDescription("provider_t", d))
	assertBreach(t, adapter.CheckEvaluation(d, input(), e), "declared-rules", "advisories[0]")
}

func TestRulesEnd(t *testing.T) {
	r := adapter.SupportRule("provider_t", "1.35", adapter.LastDay("2027-02", 0))
	_, broken := r.Find(input())
	assert.False(t, broken)
	rule := adapter.Rule{ID: r.ID, Field: r.Field, Until: r.Until, Message: r.Late.Message, Remediation: r.Late.Remediation}
	_, late := rule.Late(input().Request, "2027-02-28")
	assert.False(t, late)
	v, late := rule.Late(input().Request, "2027-03-01")
	assert.True(t, late)
	assert.Equal(t, "The provider's standard support of Kubernetes 1.35, which the cluster gets, ended on 28 Feb 2027.", v.Message)
	assert.Equal(t, request.Text("small"), v.Actual)
	assert.EqualValues(t, "2027-11-30", adapter.PriceTable{Table: "2026-11"}.CurrentRule("provider_t").Until)
	old := adapter.PriceTable{Table: "2026-11"}.WithMachines(adapter.MachinePrices{Of: "2025-05-28"})
	assert.EqualValues(t, "2026-05-31", old.CurrentRule("provider_t").Until)
	old = adapter.PriceTable{Table: "2026-11", Everywhere: map[string]adapter.Price{"key": {Of: "2026-09"}}}
	assert.EqualValues(t, "2027-09-30", old.CurrentRule("provider_t").Until)
	assert.EqualValues(t, "2028-02-29", adapter.LastDay("2027-02", 12))
}

func TestDescriptionBreaches(t *testing.T) {
	require.NoError(t, adapter.CheckDescription("provider_t", description()))
	for name, tt := range map[string]struct {
		change      func(*adapter.Description)
		rule, field string
	}{
		"another provider":      {func(d *adapter.Description) { d.ID = "provider_u" }, "identity", "id"},
		"default region":        {func(d *adapter.Description) { d.DefaultRegion = "z" }, "default-region", "default_region"},
		"no version":            {func(d *adapter.Description) { d.Version = "" }, "description", "version"},
		"regions unsorted":      {func(d *adapter.Description) { d.Regions[0].Name = "c" }, "sorted-and-unique", "regions[1]"},
		"region twice":          {func(d *adapter.Description) { d.Regions[0].Name = "b" }, "sorted-and-unique", "regions[1]"},
		"capability twice":      {func(d *adapter.Description) { d.Capabilities[1] = "x" }, "sorted-and-unique", "capabilities[1]"},
		"rules unsorted":        {func(d *adapter.Description) { d.Rules[0].ID = "provider_t.c" }, "sorted-and-unique", "rules[1]"},
		"foreign rule":          {func(d *adapter.Description) { d.Rules[0].ID = "common.a" }, "rule-prefix", "rules[0]"},
		"reads no field":        {func(d *adapter.Description) { d.Rules[1].Reads = []string{"colour"} }, "request-field", "rules[1].reads[0]"},
		"reads unsorted":        {func(d *adapter.Description) { d.EstimateReads = []string{"region", "owner"} }, "sorted-and-unique", "estimate_reads[1]"},
		"kinds unsorted":        {func(d *adapter.Description) { d.ResourceKinds[0].Resource = "o" }, "sorted-and-unique", "resource_kinds[1]"},
		"a kind without a role": {func(d *adapter.Description) { d.ResourceKinds[1].Role = "" }, "words", "resource_kinds[1]"},
		"a kind without a name": {func(d *adapter.Description) { d.ResourceKinds[1].DisplayName = "" }, "words", "resource_kinds[1]"},
		"choices unsorted":      {func(d *adapter.Description) { d.Choices[1] = d.Choices[0] }, "sorted-and-unique", "choices[1]"},
		"a choice of no field":  {func(d *adapter.Description) { d.Choices[0].Field = "colour" }, "request-field", "choices[0]"},
		"a choice in free text": {func(d *adapter.Description) { d.Choices[0].Field = "owner" }, "request-field", "choices[0]"},
		"a choice of no value":  {func(d *adapter.Description) { d.Choices[0].Value = "" }, "words", "choices[0]"},
		"a choice in no words":  {func(d *adapter.Description) { d.Choices[0].Text = "" }, "words", "choices[0]"},
		"setting's name":        {func(d *adapter.Description) { d.Settings[1].Name = "dns-servers" }, "description", "settings[1].name"},
		"setting twice":         {func(d *adapter.Description) { d.Settings[1].Name = "egress" }, "description", "settings[1].name"},
		"no title":              {func(d *adapter.Description) { d.Settings[0].DisplayName = "" }, "description", "settings[0].display_name"},
		"no purpose":            {func(d *adapter.Description) { d.Settings[0].Purpose = "" }, "description", "settings[0].purpose"},
		"unknown mode":          {func(d *adapter.Description) { d.Settings[0].Modes = []profile.Mode{"moon"} }, "description", "settings[0].modes[0]"},
		"mode twice":            {func(d *adapter.Description) { d.Settings[0].Modes = []profile.Mode{profile.Sandbox, profile.Sandbox} }, "description", "settings[0].modes[1]"},
		"unknown kind":          {func(d *adapter.Description) { d.Settings[0].Kind = "colour" }, "description", "settings[0].kind"},
		"one choice":            {func(d *adapter.Description) { d.Settings[0].Choices = []string{"own"} }, "description", "settings[0].choices"},
		"choice twice":          {func(d *adapter.Description) { d.Settings[0].Choices[1] = "own" }, "description", "settings[0].choices[1]"},
		"choice's form":         {func(d *adapter.Description) { d.Settings[0].Choices[1] = "Hub" }, "description", "settings[0].choices[1]"},
		"choice of many":        {func(d *adapter.Description) { d.Settings[0].List = true }, "description", "settings[0].list"},
		"no choice":             {func(d *adapter.Description) { d.Settings[0].Default = "" }, "description", "settings[0].default"},
		"no such choice":        {func(d *adapter.Description) { d.Settings[0].Default = "peer" }, "description", "settings[0].default"},
		"default's form":        {func(d *adapter.Description) { d.Settings[2].Default = "10.1.0.0/8" }, "description", "settings[2].default"},
		"no example":            {func(d *adapter.Description) { d.Settings[1].Example = "" }, "description", "settings[1].example"},
		"example's form":        {func(d *adapter.Description) { d.Settings[1].Example = "10.0.0.4, 10.0.0.5" }, "description", "settings[1].example"},
		"example default":       {func(d *adapter.Description) { d.Settings[2].Example = "10.0.0.0/8" }, "description", "settings[2].example"},
		"no pattern":            {func(d *adapter.Description) { d.Settings[3].Pattern = "" }, "description", "settings[3].pattern"},
		"broken pattern":        {func(d *adapter.Description) { d.Settings[3].Pattern = "(" }, "description", "settings[3].pattern"},
		"no form":               {func(d *adapter.Description) { d.Settings[3].Form = "" }, "description", "settings[3].form"},
		"an end that is no day": {func(d *adapter.Description) { d.Rules[0] = ending("2026-02-30") }, "description", "rules[0].until"},
		"an end that denies": {func(d *adapter.Description) {
			d.Rules[0] = ending("2026-02-28")
			d.Rules[0].Level = profile.Mandatory
		}, "description", "rules[0].until"},
		"an end without words": {func(d *adapter.Description) {
			d.Rules[0] = ending("2026-02-28")
			d.Rules[0].Remediation = ""
		}, "words", "rules[0]"},
		"field of nobody": {func(d *adapter.Description) { d.Rules[1].Field = "colour" }, "request-field", "rules[1]"},
	} {
		t.Run(name, func(t *testing.T) {
			d := description()
			tt.change(&d)
			assertBreach(t, adapter.CheckDescription("provider_t", d), tt.rule, tt.field)
		})
	}
}

func TestEvaluationBreaches(t *testing.T) {
	require.NoError(t, adapter.CheckEvaluation(description(), input(), evaluation()))
	for name, tt := range map[string]struct {
		change      func(*adapter.Evaluation)
		rule, field string
	}{
		"undeclared rule":  {func(e *adapter.Evaluation) { e.Violations[0].PolicyID = "provider_t.z" }, "declared-rules", "violations[0]"},
		"another field":    {func(e *adapter.Evaluation) { e.Violations[0].Field = "region" }, "declared-rules", "violations[0]"},
		"advisory denies":  {func(e *adapter.Evaluation) { e.Violations[0] = finding("provider_t.b", "region") }, "declared-rules", "violations[0]"},
		"source":           {func(e *adapter.Evaluation) { e.Advisories[0].Source = "common" }, "source", "advisories[0]"},
		"no words":         {func(e *adapter.Evaluation) { e.Violations[0].Remediation = "" }, "words", "violations[0]"},
		"suggests a form":  {func(e *adapter.Evaluation) { e.Violations[0].Suggestion = request.Text("nobody") }, "suggestion", "violations[0]"},
		"suggests a type":  {func(e *adapter.Evaluation) { e.Advisories[0].Suggestion = request.Number(1) }, "suggestion", "advisories[0]"},
		"too many words":   {func(e *adapter.Evaluation) { e.Violations[0].Message = strings.Repeat("x", adapter.MaxTextSize) }, "size", "violations[0]"},
		"violation twice":  {func(e *adapter.Evaluation) { e.Violations = append(e.Violations, e.Violations[0]) }, "sorted-and-unique", "violations[1]"},
		"unsorted":         {func(e *adapter.Evaluation) { e.Resources[0], e.Resources[1] = e.Resources[1], e.Resources[0] }, "sorted-and-unique", "resources[1]"},
		"address":          {func(e *adapter.Evaluation) { e.Resources[1].Type = "m" }, "address", "resources[1]"},
		"parent":           {func(e *adapter.Evaluation) { e.Resources[1].Parent = "n.z" }, "parent", "resources[1]"},
		"unknown control":  {func(e *adapter.Evaluation) { e.Resources[1].Controls = []request.Control{"firewall"} }, "controls", "resources[1]"},
		"control not held": {func(e *adapter.Evaluation) { e.Resources[0].Controls = request.AllControls()[1:] }, "controls-upheld", "resources"},
		"item of nothing":  {func(e *adapter.Evaluation) { e.Estimate.Items[0].Address = "n.z" }, "estimate", "estimate.items[0]"},
		"wrong sum":        {func(e *adapter.Evaluation) { e.Estimate.MonthlyTotal = request.Cents(299) }, "estimate", "estimate.monthly_total"},
		"unknown made zero": {func(e *adapter.Evaluation) {
			e.Estimate.Items[0].MonthlyCost, e.Estimate.KnownTotal = request.Money{}, request.Cents(200)
		}, "estimate", "estimate.monthly_total"},
		"wrong known sum": {func(e *adapter.Evaluation) { e.Estimate.KnownTotal = request.Cents(299) }, "estimate", "estimate.known_total"},
		"no basis":        {func(e *adapter.Evaluation) { e.Estimate.Items[1].Basis = "guessed" }, "estimate", "estimate.items[1].basis"},
		"use that costs":  {func(e *adapter.Evaluation) { e.Estimate.Items[1].Basis = request.Usage }, "estimate", "estimate.items[1]"},
		"item twice": {func(e *adapter.Evaluation) {
			e.Estimate.Items[1] = e.Estimate.Items[0]
			e.Estimate.KnownTotal, e.Estimate.MonthlyTotal = request.Cents(200), request.Cents(200)
		}, "sorted-and-unique", "estimate.items[1]"},
		"negative item": {func(e *adapter.Evaluation) { cost(e, 1, -1) }, "estimate", "estimate.items[1].monthly_cost"},
		"dear item":     {func(e *adapter.Evaluation) { cost(e, 1, request.MaxCost.Cents+1) }, "estimate", "estimate.items[1].monthly_cost"},
		"smallest item": {func(e *adapter.Evaluation) { cost(e, 0, math.MinInt64) }, "estimate", "estimate.items[0].monthly_cost"},
		"sum that wraps": {func(e *adapter.Evaluation) {
			cost(e, 1, math.MaxInt64)
			cost(e, 0, math.MaxInt64)
		}, "estimate", "estimate.items[0].monthly_cost"},
		"negative resource": {func(e *adapter.Evaluation) { e.Resources[1].MonthlyCost = request.Cents(-1) }, "estimate", "resources[1].monthly_cost"},
		"dear resource": {func(e *adapter.Evaluation) {
			e.Resources[1].MonthlyCost = request.MaxCost.Plus(request.Cents(1))
		}, "estimate", "resources[1].monthly_cost"},
		"negative total of nothing": {func(e *adapter.Evaluation) {
			e.Estimate = request.Estimate{MonthlyTotal: request.Cents(math.MinInt64)}
		}, "estimate", "estimate.monthly_total"},
		"own parent": {func(e *adapter.Evaluation) { e.Resources[1].Parent = "n.b" }, "parent", "resources[1]"},
		"cycle":      {func(e *adapter.Evaluation) { e.Resources[0].Parent = "n.b" }, "parent", "resources[0]"},
		"too many":   {func(e *adapter.Evaluation) { e.Resources = make([]request.Resource, adapter.MaxResources+1) }, "size", "resources"},
	} {
		t.Run(name, func(t *testing.T) {
			e := evaluation()
			tt.change(&e)
			assertBreach(t, adapter.CheckEvaluation(description(), input(), e), tt.rule, tt.field)
		})
	}
	e := evaluation()
	cost(&e, 0, 0)
	cost(&e, 1, request.MaxCost.Cents)
	e.Resources[1].MonthlyCost = request.MaxCost
	require.NoError(t, adapter.CheckEvaluation(description(), input(), e), "the least and the most that an item may cost")
	off := input()
	off.Request.Controls.CentralLogging = false
	e = evaluation()
	e.Resources[0].Controls = request.AllControls()[1:]
	assert.NoError(t, adapter.CheckEvaluation(description(), off, e), "a control that is off need not be upheld")

	e = evaluation()
	e.Resources = nil
	assert.NoError(t, adapter.CheckEvaluation(description(), input(), e), "what cannot be built has a price anyway")
	e.Estimate.MonthlyTotal = request.Cents(299)
	assertBreach(t, adapter.CheckEvaluation(description(), input(), e), "estimate", "estimate.monthly_total")
}

// cost gives an item its cost, and the estimate its totals.
func cost(e *adapter.Evaluation, item int, cents int64) {
	e.Estimate.Items[item].MonthlyCost = request.Cents(cents)
	e.Estimate.KnownTotal, e.Estimate.MonthlyTotal = request.Totals(e.Estimate.Items)
}

// TestParentsThatLeadBack: long chains are fine, and a cycle is found wherever a chain leads into it.
func TestParentsThatLeadBack(t *testing.T) {
	const length = 1900
	for name, back := range map[string]int{"a chain": -1, "a cycle of all": length - 1, "its own parent at its end": 0, "a cycle at its end": rand.IntN(length)} {
		t.Run(name, func(t *testing.T) {
			e := adapter.Evaluation{}
			address := func(i int) string { return fmt.Sprintf("n.%04d", i) }
			for i := range length {
				e.Resources = append(e.Resources, request.Resource{Address: address(i), Type: "n", Controls: request.AllControls()})
				if i+1 < length {
					e.Resources[i].Parent = address(i + 1)
				}
			}
			if back < 0 {
				require.NoError(t, adapter.CheckEvaluation(description(), input(), e))
				return
			}
			e.Resources[length-1].Parent = address(length - 1 - back)
			err := adapter.CheckEvaluation(description(), input(), e)
			require.Error(t, err)
			assertBreach(t, err, "parent", problem.From(err).Faults[0].Field)
		})
	}
}

// generation is one that keeps the contract.
func generation() adapter.Generation {
	return adapter.Generation{
		Files: []adapter.File{{Name: adapter.RootFile, Content: []byte("a\n")}, {Name: adapter.InputsFile, Content: []byte("{}\n")}},
		Placement: []adapter.PlacementPart{
			{Name: "environment", Boundary: "test", ID: "1", Holds: "everything"}, {Name: "logs", Boundary: "logs", ID: "2", Holds: "copies"},
		},
		Rationale:    []adapter.Reason{{Field: "mode", Text: "none"}, {Field: "region", Text: "three zones"}},
		Replacements: []adapter.Replacement{{Type: "a", Properties: []string{"name", "zone"}}, {Type: "b", Properties: []string{"name"}}},
		Needs: []adapter.Need{
			{Kind: "input", Name: "a", Text: "must"}, {Kind: "input", Name: "b", Text: "may"}, {Kind: "right", Name: "a", Text: "all"},
			{Kind: "step", Name: "plan", Text: "first"}, {Kind: "step", Name: "apply", Text: "second"},
		},
	}
}

func TestFileBreaches(t *testing.T) {
	require.NoError(t, adapter.CheckGeneration("provider_t", generation()))
	for name, tt := range map[string]struct {
		change      func([]adapter.File) []adapter.File
		rule, field string
	}{
		"one":     {func(f []adapter.File) []adapter.File { return f[:1] }, "files", "files"},
		"order":   {func(f []adapter.File) []adapter.File { return []adapter.File{f[1], f[0]} }, "files", "files"},
		"path":    {func(f []adapter.File) []adapter.File { f[0].Name = "../main.tf"; return f }, "files", "files"},
		"empty":   {func(f []adapter.File) []adapter.File { f[0].Content = nil; return f }, "size", adapter.RootFile},
		"large":   {func(f []adapter.File) []adapter.File { f[1].Content = make([]byte, adapter.MaxFileSize+1); return f }, "size", adapter.InputsFile},
		"no text": {func(f []adapter.File) []adapter.File { f[0].Content = []byte("\xff"); return f }, "text", adapter.RootFile},
		"CR":      {func(f []adapter.File) []adapter.File { f[0].Content = []byte("a\r\n"); return f }, "text", adapter.RootFile},
	} {
		t.Run(name, func(t *testing.T) {
			g := generation()
			g.Files = tt.change(g.Files)
			assertBreach(t, adapter.CheckGeneration("provider_t", g), tt.rule, tt.field)
		})
	}
}

func TestReviewBreaches(t *testing.T) {
	none := generation()
	none.Placement, none.Rationale, none.Replacements, none.Needs = nil, nil, nil, nil
	require.NoError(t, adapter.CheckGeneration("provider_t", none), "an older adapter has none of them")
	for name, tt := range map[string]struct {
		change      func(*adapter.Generation)
		rule, field string
	}{
		"no text":          {func(g *adapter.Generation) { g.Placement[1].Holds = "" }, "words", "placement[1]"},
		"no identifier":    {func(g *adapter.Generation) { g.Placement[0].ID = "" }, "words", "placement[0]"},
		"two lines":        {func(g *adapter.Generation) { g.Rationale[0].Text = "none\n## Checked" }, "text", "rationale[0].text"},
		"another line end": {func(g *adapter.Generation) { g.Rationale[0].Text = "none\u2028checked" }, "text", "rationale[0].text"},
		"hidden text":      {func(g *adapter.Generation) { g.Placement[0].Boundary = "te\u202est" }, "text", "placement[0].boundary"},
		"no UTF-8":         {func(g *adapter.Generation) { g.Placement[0].Name = "\xff" }, "text", "placement[0].name"},
		"too long":         {func(g *adapter.Generation) { g.Rationale[1].Text = strings.Repeat("x", adapter.MaxLineSize+1) }, "size", "rationale[1].text"},
		"too many":         {func(g *adapter.Generation) { g.Rationale = make([]adapter.Reason, adapter.MaxReviewLines+1) }, "size", "rationale"},
		"unsorted":         {func(g *adapter.Generation) { g.Placement[0].Name = "z" }, "sorted-and-unique", "placement[1]"},
		"twice":            {func(g *adapter.Generation) { g.Rationale[1].Field = "mode" }, "sorted-and-unique", "rationale[1]"},

		"a type without a name":     {func(g *adapter.Generation) { g.Replacements[0].Type = "" }, "words", "replacements[0]"},
		"a type without properties": {func(g *adapter.Generation) { g.Replacements[1].Properties = nil }, "words", "replacements[1]"},
		"an unnamed property":       {func(g *adapter.Generation) { g.Replacements[0].Properties[0] = "" }, "words", "replacements[0]"},
		"properties unsorted":       {func(g *adapter.Generation) { g.Replacements[0].Properties[1] = "a" }, "sorted-and-unique", "replacements[0].properties[1]"},
		"types unsorted":            {func(g *adapter.Generation) { g.Replacements[0].Type = "c" }, "sorted-and-unique", "replacements[1]"},
		"a hidden property":         {func(g *adapter.Generation) { g.Replacements[0].Properties[1] = "z\u202e" }, "text", "replacements[0].properties[1]"},
		"too many types":            {func(g *adapter.Generation) { g.Replacements = make([]adapter.Replacement, adapter.MaxEntries+1) }, "size", "replacements"},

		"an unknown kind":   {func(g *adapter.Generation) { g.Needs[0].Kind = "wish" }, "need", "needs[0]"},
		"a need of nothing": {func(g *adapter.Generation) { g.Needs[0].Name = "" }, "words", "needs[0]"},
		"a need unsaid":     {func(g *adapter.Generation) { g.Needs[2].Text = "" }, "words", "needs[2]"},
		"two lines of need": {func(g *adapter.Generation) { g.Needs[0].Text = "a\n- [x] done" }, "text", "needs[0].text"},
		"a long need":       {func(g *adapter.Generation) { g.Needs[4].Name = strings.Repeat("x", adapter.MaxLineSize+1) }, "size", "needs[4].name"},
		"inputs unsorted":   {func(g *adapter.Generation) { g.Needs[0].Name = "c" }, "sorted-and-unique", "needs[1]"},
		"an input twice":    {func(g *adapter.Generation) { g.Needs[1].Name = "a" }, "sorted-and-unique", "needs[1]"},
		"kinds unsorted":    {func(g *adapter.Generation) { g.Needs[1].Kind = "step" }, "sorted-and-unique", "needs[2]"},
		"a step twice":      {func(g *adapter.Generation) { g.Needs[4].Name = "plan" }, "sorted-and-unique", "needs[4]"},
		"too many needs":    {func(g *adapter.Generation) { g.Needs = make([]adapter.Need, adapter.MaxNeeds+1) }, "size", "needs"},
	} {
		t.Run(name, func(t *testing.T) {
			g := generation()
			tt.change(&g)
			assertBreach(t, adapter.CheckGeneration("provider_t", g), tt.rule, tt.field)
		})
	}
}

func TestCheckBreaches(t *testing.T) {
	good := profile.Check{ID: "provider_t.a", Title: "A", Status: profile.Passed, Message: "m"}
	require.NoError(t, adapter.CheckChecks("provider_t", []profile.Check{good}))
	for name, tt := range map[string]struct {
		change func(*profile.Check)
		rule   string
	}{
		"foreign":        {func(c *profile.Check) { c.ID = "installation.a" }, "check-id"},
		"no words":       {func(c *profile.Check) { c.Message = "" }, "words"},
		"status":         {func(c *profile.Check) { c.Status = "great" }, "status"},
		"passed field":   {func(c *profile.Check) { c.Field = "settings.a" }, "status"},
		"other field":    {func(c *profile.Check) { c.Status, c.Remediation, c.Field = profile.Failed, "r", "mode" }, "status"},
		"no remediation": {func(c *profile.Check) { c.Status = profile.Failed }, "words"},
	} {
		t.Run(name, func(t *testing.T) {
			c := good
			tt.change(&c)
			assertBreach(t, adapter.CheckChecks("provider_t", []profile.Check{c}), tt.rule, "checks[0]")
		})
	}
	assertBreach(t, adapter.CheckChecks("provider_t", []profile.Check{good, good}), "check-id", "checks[1]")
}
