package adapter_test

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// answers is every answer of an adapter, each list with an entry.
type answers struct {
	Description adapter.Description
	Checks      []profile.Check
	Evaluation  adapter.Evaluation
	Generation  adapter.Generation
}

func fullAnswers() *answers {
	a := &answers{description(), []profile.Check{{ID: "provider_t.a", Title: "A", Status: profile.Failed, Message: "m", Remediation: "r", Field: "settings.a"}}, evaluation(), generation()}
	a.Description.Regions[0].Zones = []string{"a1"}
	a.Description.Boundaries = []profile.Boundary{{Name: "sandbox"}}
	a.Description.Settings = []profile.Setting{{
		Name: "egress", DisplayName: "E", Purpose: "p", Kind: profile.TextSetting, Pattern: ".+", Form: "f", Choices: []string{"x"}, Modes: []profile.Mode{profile.Sandbox}, Default: "d", Example: "e",
	}}
	a.Description.EstimateReads = []string{"owner"}
	a.Description.Rules[0].Reads = []string{"owner"}
	a.Evaluation.Resources[0].Properties = request.NewProperties(map[string]string{"size": "1"})
	a.Evaluation.Resources[0].Upholds = request.NewProperties(map[string]string{"size": "1"})
	return a
}

// check is what a host checks.
func (a *answers) check() error {
	for _, err := range []error{
		adapter.CheckDescription("provider_t", a.Description), adapter.CheckChecks("provider_t", a.Checks),
		adapter.CheckEvaluation(a.Description, input(), a.Evaluation), adapter.CheckGeneration("provider_t", a.Generation),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// walk calls visit with every text and list of an answer and with its field; of
// a list, with those of the first entry.
func walk(t *testing.T, field string, v reflect.Value, visit func(field string, v reflect.Value)) {
	t.Helper()
	switch v.Kind() {
	case reflect.String:
		visit(field, v)
	case reflect.Slice:
		require.NotZero(t, v.Len(), "%s: the test needs an entry of each list", field)
		first := v.Index(0) // visit may replace the list
		visit(field, v)
		if setting, ok := first.Interface().(request.Property); ok {
			visit(field, first.Field(0))
			visit(field+"."+setting.Name, first.Field(1))
			return
		}
		walk(t, field+"[0]", first, visit)
	case reflect.Struct:
		for i := range v.NumField() {
			at := field
			if f := v.Type().Field(i); !f.Anonymous && v.Type() != reflect.TypeFor[request.Value]() {
				at = strings.TrimPrefix(at+"."+snake(f.Name), ".")
			}
			walk(t, at, v.Field(i), visit)
		}
	case reflect.Bool, reflect.Int64, reflect.Uint8:
	default:
		require.Fail(t, "the test does not know how to walk", "%s", v.Type())
	}
}

func snake(name string) string {
	return strings.ToLower(regexp.MustCompile(`([a-z])([A-Z])`).ReplaceAllString(name, "${1}_$2"))
}

// eachPart calls visit with fresh answers, once for each text and list.
func eachPart(t *testing.T, visit func(field string, v reflect.Value, a *answers)) {
	t.Helper()
	count := 0
	walkAll := func(a *answers, visit func(field string, v reflect.Value)) {
		whole := reflect.ValueOf(a).Elem()
		for i := range whole.NumField() {
			name := ""
			if whole.Field(i).Kind() == reflect.Slice {
				name = snake(whole.Type().Field(i).Name)
			}
			walk(t, name, whole.Field(i), visit)
		}
	}
	walkAll(fullAnswers(), func(string, reflect.Value) { count++ })
	require.Greater(t, count, 60)
	for part := range count {
		a, n := fullAnswers(), 0
		walkAll(a, func(field string, v reflect.Value) {
			if n++; n-1 == part {
				visit(field, v, a)
			}
		})
	}
}

var hiddenTexts = []string{
	"1.0.0`\n\n# Approved by Security", "\x1b[2J", "\a", "\u009b1m", "\u202e", "\u2066", "\u200b", "\ufeff", "\x7f", "\r",
	"\u2028", "\ue000", "\u0378", "\ufe0f", "\U000e0041", "\xff", "\x00", "\U0001d159", "\U00016fe4", "\U00013440",
}

// blankTexts look like no text at all.
var blankTexts = []string{" ", "\u00a0", "\u2003\u2003", "\u3000", " \u1680 ", "\u0301", "\u2003\u0301"}

// TestATextIsEmptyOrShowsSomething replaces each text by one that has nothing to see.
func TestATextIsEmptyOrShowsSomething(t *testing.T) {
	for _, text := range blankTexts {
		eachPart(t, func(field string, v reflect.Value, a *answers) {
			switch {
			case isFixed(field, v) || strings.HasPrefix(field, "files"):
			case v.Kind() == reflect.String:
				v.SetString(text)
				assertBreach(t, a.check(), "text", field)
			}
		})
	}
}

// TestMarksOnACharacterAreBounded stacks marks in each text. Where the requester is
// quoted, they are the requester's.
func TestMarksOnACharacterAreBounded(t *testing.T) {
	for text, ok := range map[string]bool{
		"a\u0301\u0302\u0303\u0304": true, "a\u0301\u0302\u0303\u0304\u0305": false, "a\u20dd\u0301\u0302\u0303\u0304": false,
		strings.Repeat("a\u0301\u0302\u0303\u0304", 5): true, "a" + strings.Repeat("\U0001e944", 5): false,
		"a\u0301\u0302 \u0303\u0304\u0305": true, "\u0e01\u0e35\u0e48 \u05e9\u05bc\u05c1\u05b8\u0596 \u0938\u094d\u0924\u094d\u0930\u0940\u0902": true,
	} {
		eachPart(t, func(field string, v reflect.Value, a *answers) {
			if isFixed(field, v) || field == "files[0].content" || v.Kind() != reflect.String {
				return
			}
			v.SetString(v.String() + text)
			p := problem.From(a.check()) // other rules may refuse the text then
			stacked := p != nil && len(p.Faults) == 1 && p.Faults[0].Field == field && p.Faults[0].Code == problem.ContractText
			assert.Equal(t, !ok && !strings.HasSuffix(field, "].actual"), stacked, "%s: %+q", field, text)
		})
	}
}

// isFixed reports whether a text is one of few: the name of a file, or the kind of a
// value, which the conversion makes of a number.
func isFixed(field string, v reflect.Value) bool {
	return regexp.MustCompile(`^files\[0\]\.name$`).MatchString(field) || v.Type() == reflect.TypeFor[request.ValueKind]()
}

// TestEveryTextFollowsTheRule finds the texts by reflection: a new one without the
// rule fails here.
func TestEveryTextFollowsTheRule(t *testing.T) {
	require.NoError(t, fullAnswers().check())
	breach := func(a *answers, code problem.FaultCode, field string, note any) {
		err := a.check()
		p := problem.From(err)
		require.NotNil(t, p, "%s: %q", field, note)
		require.Len(t, p.Faults, 1, field)
		assert.Equal(t, code, p.Faults[0].Code, "%s: %q", field, note)
		assert.Equal(t, field, p.Faults[0].Field, "%q", note)
		for _, hidden := range hiddenTexts {
			assert.NotContains(t, p.Error()+p.Faults[0].Message, hidden)
		}
	}
	for _, text := range hiddenTexts {
		eachPart(t, func(field string, v reflect.Value, a *answers) {
			switch {
			case isFixed(field, v):
			case v.Kind() == reflect.String:
				v.SetString(v.String() + text)
				breach(a, problem.ContractText, field, text)
			}
		})
	}
	eachPart(t, func(field string, v reflect.Value, a *answers) {
		switch {
		case isFixed(field, v) || field == "files" || strings.HasPrefix(field, "files["):
		case v.Kind() == reflect.String:
			v.SetString(strings.Repeat("x", adapter.MaxTextSize+1))
			breach(a, problem.ContractSize, field, "long")
		case v.Kind() == reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 200_000, 200_000))
			breach(a, problem.ContractSize, field, "many")
		}
	})
}

func TestAFileMayHaveLinesAndTabs(t *testing.T) {
	for i := range 2 {
		for _, text := range hiddenTexts {
			g := generation()
			g.Files[i].Content = []byte("first\n\tsecond " + text)
			err := adapter.CheckGeneration("provider_t", g)
			if strings.HasPrefix(text, "1.0.0`") {
				require.NoError(t, err)
				continue
			}
			assertBreach(t, err, "text", g.Files[i].Name)
			assert.Contains(t, problem.From(err).Faults[0].Message, "line 2")
		}
	}
}

func TestAVersionIsAShortReleaseName(t *testing.T) {
	for version, ok := range map[string]bool{
		"1.0.0": true, "1.2.3-rc.1+build_7": true, "v2": true, strings.Repeat("1", 64): true,
		"": false, strings.Repeat("1", 65): false, "1.0 beta": false, "-rc": false, "1.0`": false, "<b>": false, "[1](x)": false,
	} {
		d := description()
		if d.Version = version; ok {
			assert.NoError(t, adapter.CheckDescription("provider_t", d), version)
			continue
		}
		assertBreach(t, adapter.CheckDescription("provider_t", d), "description", "version")
	}
}

// TestABreachShowsNoHiddenName checks the message for an adapter whose ID comes from the adapter itself.
func TestABreachShowsNoHiddenName(t *testing.T) {
	d := description()
	d.ID = "x\n\x1b\u202e"
	err := adapter.CheckDescription(d.ID, d)
	assertBreach(t, err, "text", "id")
	assert.Contains(t, problem.From(err).Detail, `The adapter "x\n\x1b\u202e" broke`)
}
