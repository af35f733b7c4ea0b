package edit_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// whole is a request without the fields that a test adds.
const whole = `application: checkout
environment: development
owner: payments@example.com
cost_centre: CC-4711
data_classification: internal
region: eu-west-1
network_cidr: 10.20.0.0/20
cluster_size: small
business_justification: Integration tests of the checkout service.
`

func source(format document.Format, text string) document.Source {
	return document.Source{Name: "request", Format: format, Data: []byte(text)}
}

func change(field string, to request.Value) request.Change {
	return request.Change{Field: field, To: to}
}

// changed returns the request of a document after the changes.
func changed(t *testing.T, src document.Source, changes []request.Change) request.Request {
	t.Helper()
	r, err := request.Parse(src)
	require.NoError(t, err, string(src.Data))
	for _, c := range changes {
		require.NoError(t, r.Set(c.Field, c.To))
	}
	return r
}

func edited(t *testing.T, src document.Source, changes ...request.Change) string {
	t.Helper()
	list, err := edit.Replacements(src, changes, changed(t, src, changes))
	require.NoError(t, err, string(src.Data))
	return string(edit.Apply(src.Data, list))
}

var (
	budget  = change("monthly_budget", request.Number(263))
	expiry  = change("expiry_date", request.Text("2026-12-21"))
	none    = change("expiry_date", request.Value{})
	owner   = change("owner", request.Text("team@example.com"))
	private = change("controls.private_cluster", request.Flag(true))
	logging = change("controls.central_logging", request.Flag(false))

	encryption = change("controls.encryption_at_rest", request.Flag(false))
)

// TestYAML shows each edit before and after, without the lines of whole.
func TestYAML(t *testing.T) {
	for name, tt := range map[string]struct {
		before, after string
		changes       []request.Change
	}{
		"a comment behind the value": {"monthly_budget: 50   # as agreed\n",
			"monthly_budget: 263   # as agreed\n", []request.Change{budget}},
		"a line that is indented": {"monthly_budget:\n  # so far\n  50\n",
			"monthly_budget:\n  # so far\n  263\n", []request.Change{budget}},
		"no line break at the end": {"monthly_budget: 50", "monthly_budget: 263", []request.Change{budget}},
		"tabs":                     {"monthly_budget:\t50\t# x\n", "monthly_budget:\t263\t# x\n", []request.Change{budget}},
		"a quoted name":            {"\"monthly_budget\" : 50\n", "\"monthly_budget\" : 263\n", []request.Change{budget}},
		"a date stays plain": {"monthly_budget: 9\nexpiry_date: 2026-01-01\n",
			"monthly_budget: 9\nexpiry_date: 2026-12-21\n", []request.Change{expiry}},
		"double quotes stay": {"monthly_budget: 9\nexpiry_date: \"2026-01-01\" # x\n",
			"monthly_budget: 9\nexpiry_date: \"2026-12-21\" # x\n", []request.Change{expiry}},
		"single quotes stay": {"monthly_budget: 9\nexpiry_date: '2026-01-01'\n",
			"monthly_budget: 9\nexpiry_date: '2026-12-21'\n", []request.Change{expiry}},
		"nothing behind the name": {"expiry_date: # to come\nmonthly_budget: 9\n",
			"expiry_date: \"2026-12-21\" # to come\nmonthly_budget: 9\n", []request.Change{expiry}},
		"null": {"expiry_date: ~\nmonthly_budget: 9\n",
			"expiry_date: \"2026-12-21\"\nmonthly_budget: 9\n", []request.Change{expiry}},
		"an absent field": {"# the end\n\nmonthly_budget: 50 # x\n",
			"expiry_date: \"2026-12-21\"\n# the end\n\nmonthly_budget: 50 # x\n", []request.Change{expiry}},
		"a field that goes": {"monthly_budget: 9\n# until\nexpiry_date: 2026-01-01 # x\n# end\n",
			"monthly_budget: 9\n# until\n# end\n", []request.Change{none}},
		"the last field goes": {"monthly_budget: 9\nexpiry_date: 2026-01-01",
			"monthly_budget: 9", []request.Change{none}},
		"a control": {"monthly_budget: 9\ncontrols:\n    private_cluster: false # why\n",
			"monthly_budget: 9\ncontrols:\n    private_cluster: true # why\n", []request.Change{private}},
		"an absent control": {"monthly_budget: 9\ncontrols:\n    private_cluster: false # why\n",
			"monthly_budget: 9\ncontrols:\n    private_cluster: true # why\n    central_logging: false\n",
			[]request.Change{private, logging}},
		"a control before others": {"monthly_budget: 9\ncontrols:\n  least_privilege: true\n",
			"monthly_budget: 9\ncontrols:\n  central_logging: false\n  least_privilege: true\n", []request.Change{logging}},
		"controls in braces": {"monthly_budget: 9\ncontrols: {private_cluster: false}\n",
			"monthly_budget: 9\ncontrols: {private_cluster: true, central_logging: false}\n",
			[]request.Change{private, logging}},
		"empty controls": {"monthly_budget: 9\ncontrols: { } # all\n",
			"monthly_budget: 9\ncontrols: {central_logging: false } # all\n", []request.Change{logging}},
		"controls behind the first": {"monthly_budget: 9\ncontrols: {private_cluster: false}\n",
			"monthly_budget: 9\ncontrols: {encryption_at_rest: false, private_cluster: true, central_logging: false}\n",
			[]request.Change{encryption, private, logging}},
		"no controls": {"monthly_budget: 9\ncontrols: # all\n",
			"monthly_budget: 9\ncontrols: {central_logging: false} # all\n", []request.Change{logging}},
	} {
		t.Run(name, func(t *testing.T) {
			src := source(document.YAML, whole+tt.before)
			assert.Equal(t, whole+tt.after, edited(t, src, tt.changes...))
			windows := source(document.YAML, strings.ReplaceAll(whole+tt.before, "\n", "\r\n"))
			assert.Equal(t, strings.ReplaceAll(whole+tt.after, "\n", "\r\n"), edited(t, windows, tt.changes...))
		})
	}
}

// TestUnusualForms checks that an unusual form is refused only if it changes.
func TestUnusualForms(t *testing.T) {
	for name, tt := range map[string]struct {
		text   string
		change request.Change
	}{
		"an anchor":                  {"monthly_budget: &b 50\n", budget},
		"an anchor of nothing":       {"monthly_budget: 9\nexpiry_date: &e\n", expiry},
		"a name with a tag":          {"! \"monthly_budget\": 50\n", budget},
		"an explicit name":           {"? monthly_budget\n: 50\n", budget},
		"empty controls with anchor": {"monthly_budget: 9\ncontrols: &c {}\n", logging},
		"a literal text":             {"monthly_budget: 9\nexpiry_date: |-\n  2026-01-01\n", expiry},
		"a folded text":              {"monthly_budget: 9\nexpiry_date: >-\n  2026-01-01\n", expiry},
		"a name without a colon":     {"monthly_budget: 9\ncontrols: {private_cluster: false}\n? expiry_date\n", expiry},
		"a comment that would go": {"{MEMBERS, monthly_budget: 9, expiry_date: 2026-01-01, # why\n  controls: {}}",
			none},
		"a plain text of several lines": {"monthly_budget: 9\nbusiness_justification: Load\n  tests.\n",
			change("business_justification", request.Text("Smoke tests."))},
	} {
		t.Run(name, func(t *testing.T) {
			before := whole
			if strings.Contains(tt.text, "business_justification") {
				before = strings.Replace(whole, "business_justification: Integration tests of the checkout service.\n", "", 1)
			}
			if strings.HasPrefix(tt.text, "{") {
				before = ""
			}
			src := source(document.YAML,
				before+strings.Replace(tt.text, "MEMBERS", strings.ReplaceAll(strings.TrimSpace(whole), "\n", ", "), 1))
			_, err := edit.Replacements(src, []request.Change{tt.change}, changed(t, src, []request.Change{tt.change}))
			require.ErrorContains(t, err, "a form that is not edited")
			assert.NotEqual(t, string(src.Data), edited(t, src, owner), "beside it there are others")
		})
	}
}

// TestBesideSeveralLines adds and changes fields next to values of several lines.
func TestBesideSeveralLines(t *testing.T) {
	for _, text := range []string{"|\n  Load tests\n\n  of all.\n", ">- # why\n  Load tests.\n\n",
		"Load\n  tests # of all\n", "\"Load \\\n  tests\" # x\n"} {
		text = "business_justification: " + text
		src := source(document.YAML,
			strings.Replace(whole, "business_justification: Integration tests of the checkout service.\n", text,
				1)+"monthly_budget: 9\n")
		added := strings.TrimRight(text,
			"\n") + "\nexpiry_date: \"2026-12-21\"\n" + text[len(strings.TrimRight(text, "\n"))+1:]
		assert.Equal(t, strings.Replace(string(src.Data), text+"monthly_budget: 9", added+"monthly_budget: 263", 1),
			edited(t, src, budget, expiry))
	}
	quoted := source(document.YAML,
		strings.Replace(whole, "payments@example.com\n", "\"pay\\\n  ments@example.com\" # a\n", 1)+"monthly_budget: 9\n")
	assert.Contains(t, edited(t, quoted, owner), "owner: \"team@example.com\" # a\ncost_centre")
}

func TestControlsThatAreNotWritten(t *testing.T) {
	src := source(document.YAML, whole+"monthly_budget: 9\nexpiry_date: 2026-01-01\n# end\n")
	assert.Equal(t, whole+"monthly_budget: 9\nexpiry_date: 2026-01-01\ncontrols:\n  central_logging: false\n# end\n",
		edited(t, src, logging))
}

func TestJSON(t *testing.T) {
	lines := `{
  "application": "checkout", "environment": "development", "owner": "payments@example.com",
  "cost_centre": "CC-4711", "data_classification": "internal", "region": "eu-west-1",
  "network_cidr": "10.20.0.0\/20",
  "cluster_size":"small",
  "business_justification": "Integration tests, and more: {braces} \ud83d\ude00",
	"monthly_budget" : 50%s
}
`
	for name, tt := range map[string]struct {
		before, after string
		changes       []request.Change
	}{
		"a value":         {"", "", nil},
		"an absent field": {"", "", []request.Change{expiry}},
		"null":            {`,"expiry_date": null`, `,"expiry_date": "2026-12-21"`, []request.Change{expiry}},
		"the last goes":   {`, "expiry_date": "2026-01-01"`, ``, []request.Change{none}},
		"one goes":        {`, "expiry_date": "2026-01-01", "controls": {}`, `, "controls": {}`, []request.Change{none}},
		"controls": {`, "controls": {"private_cluster":false}`,
			`, "controls": {"private_cluster":true, "central_logging":false}`, []request.Change{private, logging}},
		"no controls":   {`, "controls": {}`, `, "controls": {"central_logging": false}`, []request.Change{logging}},
		"null controls": {`, "controls": null`, `, "controls": {"central_logging": false}`, []request.Change{logging}},
	} {
		t.Run(name, func(t *testing.T) {
			want := strings.Replace(fmt.Sprintf(lines, tt.after), " 50", " 263", 1)
			if name == "an absent field" {
				want = strings.Replace(want,
					"{braces} \\ud83d\\ude00\",\n\t", "{braces} \\ud83d\\ude00\",\n\t\"expiry_date\": \"2026-12-21\",\n\t", 1)
			}
			assert.Equal(t, want, edited(t, source(document.JSON, fmt.Sprintf(lines, tt.before)), append(tt.changes, budget)...))
		})
	}
}

// TestAnyRequest edits requests that are written in many ways. It checks the resulting request and the
// unchanged lines.
func TestAnyRequest(t *testing.T) {
	rounds := uint64(1500)
	if testing.Short() {
		rounds = 300
	}
	for seed := range rounds {
		random := rand.New(rand.NewPCG(seed, 1))
		w := &writer{Rand: random}
		src := w.document()
		var changes []request.Change
		for _, c := range []request.Change{
			budget, []request.Change{expiry, none}[random.IntN(2)], owner, private, logging,
			change("controls.least_privilege", request.Flag(random.IntN(2) == 0)),
			change("region", request.Text("eu-central-1")),
			change("network_cidr", request.Text("10.0.0.0/16")),
			change("business_justification",
				request.Text([]string{"Yes, {we} need: this", "no # comment 'here'", "2026-01-01 and later",
					"- [a, b] \"c\" é"}[random.IntN(4)])),
		} {
			if random.IntN(3) == 0 {
				changes = append(changes, c)
			}
		}
		from, err := request.Parse(src)
		require.NoError(t, err, "seed %d\n%s", seed, src.Data)
		changes = slices.DeleteFunc(changes, func(c request.Change) bool {
			return from.Value(c.Field) == c.To || c.To.IsZero() && from.ExpiryDate == ""
		})
		to := changed(t, src, changes)
		list, err := edit.Replacements(src, changes, to)
		if err != nil && to.ExpiryDate == "" && strings.Contains(string(src.Data), "{") &&
			strings.Contains(string(src.Data), "# note") {
			continue // an edit of the date would remove a comment between the braces
		}
		require.NoError(t, err, "seed %d\n%s\n%v", seed, src.Data, changes)
		after := edit.Apply(src.Data, list)
		keepsLines(t, src.Data, after, list, seed)
	}
}

// FuzzReplacements checks that no document causes a panic and that edits do not overlap.
func FuzzReplacements(f *testing.F) {
	for seed := range uint64(40) {
		w := &writer{Rand: rand.New(rand.NewPCG(seed, 2))}
		src := w.document()
		f.Add(src.Data, src.Format == document.JSON)
	}
	f.Add([]byte(whole+"monthly_budget: 9\n? controls\n: private_cluster: false\n  central_logging: true\n"), false)
	f.Fuzz(func(t *testing.T, data []byte, isJSON bool) {
		src := source(document.YAML, string(data))
		if isJSON {
			src.Format = document.JSON
		}
		for _, field := range []string{"owner", "controls", "controls.private_cluster"} {
			edit.Regions(src)(field)
		}
		to, err := request.Parse(src)
		if err != nil {
			return
		}
		changes := []request.Change{budget, none, owner, private, logging}
		for _, c := range changes {
			require.NoError(t, to.Set(c.Field, c.To))
		}
		list, err := edit.Replacements(src, changes, to)
		if err != nil {
			require.ErrorContains(t, err, "a form that is not edited")
			return
		}
		got, err := request.Parse(source(src.Format, string(edit.Apply(src.Data, list))))
		require.NoError(t, err)
		require.Equal(t, to, got)
	})
}

// keepsLines checks that lines without a replacement stay the same.
func keepsLines(t *testing.T, before, after []byte, list []edit.Replacement, seed uint64) {
	t.Helper()
	rest := string(after)
	at := 0
	for line := range strings.SplitAfterSeq(string(before), "\n") {
		end := at + len(line)
		touched := slices.ContainsFunc(list, func(r edit.Replacement) bool {
			return r.Start < end && r.End > at || r.Start == r.End && r.Start >= at && r.Start <= end
		})
		if !touched {
			_, then, ok := strings.Cut(rest, line)
			require.True(t, ok, "seed %d: %q is gone from\n%s", seed, line, after)
			rest = then
		}
		at = end
	}
}
