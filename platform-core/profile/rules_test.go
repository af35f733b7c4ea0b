package profile_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

const (
	goodRule = "{id: team.a, title: t, field: owner, level: mandatory, require: a, message: m, remediation: r, expected: e}"
	goodFile = "schema: platform.policy-rules/v1\npolicies:\n  - " + goodRule + "\n  - {id: team.b, title: t, field: owner, level: mandatory, require: b, message: m, remediation: r, expected: e}\n"
)

var ruleFiles = map[string]string{
	"good.yaml": goodFile, "rules/good.json": `{"policies": [{"id": "team.c", "require": "c"}]}`, "other.yaml": "policies: [" + strings.ReplaceAll(goodRule, "team.a", "team.b") + "]",
	"empty.yaml": "", "none.yaml": "policies: []", "comment.yaml": "# nothing\n", "list.yaml": "- id: team.a", "nested.yaml": "policies: [good.yaml]",
	"profile.yaml": "provider: provider_t\npolicies:\n  - " + goodRule, "schema.yaml": "schema: other/v1\npolicies: [" + goodRule + "]",
	"key.yaml": "policies:\n  - id: team.a\n    requires: a\n    level: mandatory", "broken.yaml": "policies:\n  - id: a: b\n",
}

func readRules(name string) (document.Source, error) {
	text, ok := ruleFiles[name]
	if !ok {
		return document.Source{}, errors.New("it does not exist")
	}
	return document.Source{Name: "conf/" + name, Format: document.FormatOf(name, []byte(text)), Data: []byte(text)}, nil
}

// complain finds a fault at the second character of what each rule requires, and an ID that
// is there twice.
func complain(_ profile.Mode, rules []profile.Rule) (faults []problem.Fault) {
	seen := map[string]bool{}
	for i, r := range rules {
		at := fmt.Sprintf("policies[%d]", i)
		if len(r.Require) != 1 {
			faults = append(faults, problem.Fault{Field: at + ".require", Code: problem.FaultExpression, Message: "is wrong", Line: 1, Column: 2})
		}
		if seen[r.ID] {
			faults = append(faults, problem.Fault{Field: at + ".id", Code: problem.FaultRepeated, Message: "is there twice"})
		}
		seen[r.ID] = true
	}
	return faults
}

func withRules(t *testing.T, text string) (profile.Profile, error) {
	t.Helper()
	src := document.Source{Name: "profile.yaml", Format: document.YAML, Data: []byte("provider: provider_t\n" + text)}
	draft, err := profile.ParseWithFiles(src, readRules)
	require.NoError(t, err)
	provider := profile.Provider{ID: "provider_t", DefaultRegion: "north-1", Regions: []profile.Region{{Name: "north-1"}}}
	first, err := draft.Resolve(provider, complain)
	again, repeated := draft.Resolve(provider, complain)
	assert.Equal(t, first, again)
	assert.Equal(t, err, repeated, "a draft is a value")
	return first, err
}

func TestRuleFilesAreRulesInTheirPlaces(t *testing.T) {
	p, err := withRules(t, "policies: [good.yaml, {id: team.z, require: z}, rules/good.json]")
	require.NoError(t, err)
	var ids []string
	for _, r := range p.Policies {
		ids = append(ids, r.ID)
	}
	assert.Equal(t, []string{"team.a", "team.b", "team.z", "team.c"}, ids)
	direct, err := withRules(t, "policies: [{id: team.c, require: c}]")
	require.NoError(t, err)
	file, err := withRules(t, "policies: [rules/good.json]")
	require.NoError(t, err)
	assert.Equal(t, direct.Digest(), file.Digest(), "evidence does not show where a rule is written")
}

func TestFaultsOfRuleFiles(t *testing.T) {
	const profileFile = ""
	type fault struct{ file, field, code, message, id string }
	for name, c := range map[string]struct {
		text string
		want fault
		line int
	}{
		"missing":      {"policies: [absent.yaml]", fault{profileFile, "policies[0]", "unreadable", "names the rule file absent.yaml: it does not exist", ""}, 2},
		"absolute":     {"policies:\n- good.yaml\n- /good.yaml", fault{profileFile, "policies[1]", "invalid_form", `in the profile's folder or below it, such as rules/network.yaml, not "/good.yaml"`, ""}, 4},
		"parent":       {"policies: [../good.yaml]", fault{profileFile, "policies[0]", "invalid_form", `not "../good.yaml"`, ""}, 2},
		"parent later": {"policies: [rules/../../good.yaml]", fault{profileFile, "policies[0]", "invalid_form", `not "rules/../../good.yaml"`, ""}, 2},
		"backslash":    {`policies: ['rules\good.yaml']`, fault{profileFile, "policies[0]", "invalid_form", "must be a rule, or the name of a rule file", ""}, 2},
		"no name":      {"policies: ['']", fault{profileFile, "policies[0]", "invalid_form", `not ""`, ""}, 2},
		"repeated":     {"policies: [good.yaml, ./good.yaml]", fault{profileFile, "policies[1]", "repeated_value", "names good.yaml twice; name each rule file once", ""}, 2},
		"empty":        {"policies: [empty.yaml]", fault{"conf/empty.yaml", "policies[0]", "syntax", "is empty; write", ""}, 0},
		"a comment":    {"policies: [comment.yaml]", fault{"conf/comment.yaml", "policies[0]", "syntax", "it has no content", ""}, 0},
		"no rule":      {"policies: [none.yaml]", fault{"conf/none.yaml", "policies", "missing", "has no rule; write the rules of the file under policies", ""}, 1},
		"a list":       {"policies: [list.yaml]", fault{"conf/list.yaml", "policies[0]", "wrong_type", "must be an object with named fields, not a list", ""}, 1},
		"nested":       {"policies: [nested.yaml]", fault{"conf/nested.yaml", "policies[0]", "wrong_type", "must be an object, not text", ""}, 1},
		"a profile":    {"policies: [profile.yaml]", fault{"conf/profile.yaml", "provider", "unknown_field", "is not a field here; the fields are schema, policies", ""}, 1},
		"schema":       {"policies: [schema.yaml]", fault{"conf/schema.yaml", "schema", "unsupported_value", "must be platform.policy-rules/v1, or left out", ""}, 1},
		"unknown key":  {"policies: [key.yaml]", fault{"conf/key.yaml", "policies[0].requires", "unknown_field", "is not a field here; write require", "team.a"}, 3},
		"broken":       {"policies: [broken.yaml]", fault{"conf/broken.yaml", "policies[0]", "syntax", "cannot be read as YAML", ""}, 2},
		"not text":     {"policies: [5]", fault{profileFile, "policies[0]", "wrong_type", "must be an object, not a number", ""}, 2},
		"an ID twice":  {"policies: [good.yaml, other.yaml]", fault{"conf/other.yaml", "policies[0].id", "repeated_value", "is also the ID of the rule at conf/good.yaml:4; give each rule its own", "team.b"}, 1},
		"an ID in a file and the profile": {"policies:\n- other.yaml\n- {id: team.b, require: b}", fault{profileFile, "policies[1].id", "repeated_value",
			"is also the ID of the rule at conf/other.yaml:1; give each rule its own", "team.b"}, 4},
		"many": {"policies: [" + strings.Repeat("good.yaml, ", 201) + "]", fault{profileFile, "policies", "invalid_form", "has 201 entries; at most 200 are allowed", ""}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := withRules(t, c.text)
			p := problem.From(err)
			require.Equal(t, problem.InstallationRejected, p.Code)
			require.Len(t, p.Faults, 1, p)
			f := p.Faults[0]
			assert.Equal(t, c.want, fault{f.File, f.Field, string(f.Code), c.want.message, f.PolicyID})
			assert.Contains(t, f.Message, c.want.message)
			assert.Equal(t, c.line, f.Line)
		})
	}
}

// TestFaultsOfRulesAreWhereTheyAreWritten: in the file, at the character of the expression.
func TestFaultsOfRulesAreWhereTheyAreWritten(t *testing.T) {
	ruleFiles["wrong.yaml"] = "policies:\n  - id: team.x\n    require: |\n      ab\n"
	_, err := withRules(t, "policies:\n- good.yaml\n- wrong.yaml\n- {id: team.y, require: 'xy'}\n- {id: team.z, requires: xy, require: xy}\n")
	faults := problem.From(err).Faults
	for i := range faults {
		assert.NotEmpty(t, faults[i].Source.Text)
		faults[i].Source = problem.SourceLine{}
	}
	assert.Equal(t, []problem.Fault{
		{Field: "policies[3].requires", Code: problem.FaultUnknown, Message: "is not a field here; write require", PolicyID: "team.z", Line: 6, Column: 16},
		{Field: "policies[0].require", Code: problem.FaultExpression, Message: "is wrong", PolicyID: "team.x", File: "conf/wrong.yaml", Line: 4, Column: 8},
		{Field: "policies[2].require", Code: problem.FaultExpression, Message: "is wrong", PolicyID: "team.y", Line: 5, Column: 27},
		{Field: "policies[3].require", Code: problem.FaultExpression, Message: "is wrong", PolicyID: "team.z", Line: 6, Column: 40},
	}, problem.From(err).Faults, "the expressions of a rule with an unknown key are checked")
}

// TestNamesWithoutFiles: text that came over the wire names no files, and no lines.
func TestNamesWithoutFiles(t *testing.T) {
	draft, err := profile.Parse(document.Source{Format: document.JSON, Data: []byte(`{"provider": "provider_t", "policies": ["good.yaml", {"id": "team.x", "require": "ab"}]}`)})
	require.NoError(t, err)
	faults := draft.UnknownProvider("provider_t", complain).Faults
	assert.Equal(t, []problem.Fault{
		{Field: "policies[0]", Code: problem.FaultUnreadable, Message: "names the rule file good.yaml: files cannot be read here; write the rules of the file instead of its name"},
		{Field: "policies[1].require", Code: problem.FaultExpression, Message: "is wrong (line 1, column 2 of the expression)", PolicyID: "team.x"},
	}, []problem.Fault{faults[0], faults[2]})
}
