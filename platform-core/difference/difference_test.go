package difference_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// shown returns a difference as lines, without equal parts.
func shown(d difference.Difference) (lines []string) {
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if !d.SameEnvironment {
		add("another environment: %s", strings.Join(d.EnvironmentDiffersIn, " "))
	}
	for _, c := range d.Changes {
		add("%s: %s -> %s", c.Field, c.A, c.B)
	}
	if d.Rules != nil {
		for _, r := range d.Rules.Broken {
			add("broken: %s %s %s %s%s", r.PolicyID, r.Level, r.Field, r.Message, of(r.Exception))
		}
		for _, r := range d.Rules.NoLongerBroken {
			add("no longer: %s %s%s", r.PolicyID, r.Level, of(r.Exception))
		}
	}
	if d.Resources != nil {
		lines = append(lines, shownResources(*d.Resources)...)
	}
	for _, c := range d.Inputs {
		add("input %s: %s -> %s", c.Input, c.A, c.B)
	}
	if d.SameRoot != nil && !*d.SameRoot {
		add("another root")
	}
	if d.Cost != nil && (d.Cost.A != d.Cost.B || len(d.Cost.Resources) > 0) {
		add("cost %s -> %s = %s, exact %t", d.Cost.A.Known, d.Cost.B.Known, d.Cost.Difference, d.Cost.Exact)
		for _, c := range d.Cost.Resources {
			add("  %s: %s -> %s", c.Address, c.A, c.B)
		}
	}
	for _, m := range d.Missing {
		add("missing %s of %s: %s", m.Section, m.Side, m.Reason)
	}
	return lines
}

func of(x proposal.RuleException) string {
	if x.Owner == "" {
		return ""
	}
	return ", except until " + string(x.Until)
}

func shownResources(r difference.Resources) (lines []string) {
	for _, one := range r.Added {
		lines = append(lines, "+ "+one.Address)
	}
	for _, one := range r.Changed {
		lines = append(lines, "~ "+one.Address+changed(one))
	}
	for _, one := range r.Replaced {
		lines = append(lines, fmt.Sprintf("-/+ %s%s by %v with %q", one.Address, changed(one), one.ReplacedBy, one.ReplacedWith))
	}
	for _, m := range r.Moved {
		lines = append(lines, "moved "+m.From+" to "+m.To)
	}
	for _, one := range r.Removed {
		lines = append(lines, "- "+one.Address)
	}
	return lines
}

func changed(c difference.ResourceChange) (text string) {
	for _, p := range c.Changes {
		text += fmt.Sprintf(" %s: %s -> %s", p.Property, orNull(p.A), orNull(p.B))
	}
	return text
}

func orNull(text *string) string {
	if text == nil {
		return "null"
	}
	return *text
}

// compared compares the bundle of the tests with a changed one.
func compared(t *testing.T, change func(*proposal.Input)) difference.Difference {
	t.Helper()
	in := input(t)
	change(&in)
	return difference.Compare("a", bundleOf(t, input(t)), "b", bundleOf(t, in))
}

// TestChanges changes one part of a bundle.
func TestChanges(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*proposal.Input)
		want   []string
	}{
		"nothing": {func(*proposal.Input) {}, nil},
		"a property in place": {func(in *proposal.Input) { in.Resources[3] = resource("nodes.main", "cluster.main", "count", "3") },
			[]string{"~ nodes.main count: 2 -> 3"}},
		"a property more and one less": {func(in *proposal.Input) { in.Resources[1] = resource("log.main", "", "class", "cold") },
			[]string{"~ log.main class: null -> cold days: 90 -> null"}},
		"a name in place": {func(in *proposal.Input) { in.Resources[1].Name = "log" }, []string{"~ log.main name: shop -> log"}},
		"a name, and what is in it": {func(in *proposal.Input) { in.Resources[0].Name = "other" },
			[]string{`-/+ cluster.main name: shop -> other by [name] with ""`, `-/+ nodes.main by [] with "cluster.main"`}},
		"a range, and all that is in it": {func(in *proposal.Input) { in.Resources[2] = resource("network.main", "", "range", "10.0.0.0/16") },
			[]string{`-/+ cluster.main by [] with "network.main"`, `-/+ network.main range: 10.20.0.0/20 -> 10.0.0.0/16 by [range] with ""`,
				`-/+ nodes.main by [] with "cluster.main"`}},
		"a parent": {func(in *proposal.Input) { in.Resources[1].Parent = "cluster.main" }, []string{"~ log.main parent:  -> cluster.main"}},
		"a control": {func(in *proposal.Input) { in.Resources[1].Controls = []request.Control{request.CentralLogging} },
			[]string{"~ log.main controls:  -> central_logging"}},
		"one more": {func(in *proposal.Input) {
			in.Resources = append(in.Resources, resource("route.a", ""), resource("route.b", ""))
		},
			[]string{"+ route.a", "+ route.b"}},
		"one less": {func(in *proposal.Input) { in.Resources = in.Resources[:3] }, []string{"- nodes.main"}},
		"a rule": {func(in *proposal.Input) {
			in.Rules[1].Outcome = request.Satisfied
			in.Rules = append(in.Rules, proposal.RuleOutcome{PolicyID: "d.size", Field: "cluster_size", Level: profile.Advisory, Outcome: request.Violated, Message: "It is large."})
		}, []string{"broken: d.size advisory cluster_size It is large.", "no longer: b.advice advisory"}},
		"an exception from a rule": {func(in *proposal.Input) {
			in.Rules[0].Outcome, in.Rules[0].Message, in.Rules[0].Exception = request.Excepted, "It is old.", proposal.RuleException{Owner: "a@b.c", Reason: "r", Until: "2026-12-31"}
		}, []string{"broken: a.satisfied mandatory owner It is old., except until 2026-12-31"}},
		"a rule of the day": {func(in *proposal.Input) { in.Rules[1].Dated = true }, nil},
		"an input":          {func(in *proposal.Input) { in.Inputs = []byte("{\"count\":3,\n\"list\":[1,2], \"more\":null}") }, []string{"input count: 2 -> 3", "input more: null -> null"}},
		"main.tf":           {func(in *proposal.Input) { in.Root = []byte("terraform { }\n") }, []string{"another root"}},
		"a price": {func(in *proposal.Input) { in.Estimate.Items[1].MonthlyCost = request.Cents(4500) },
			[]string{"cost 123.00 -> 118.00 = -5.00, exact true", "  nodes.main: 50.00 -> 45.00"}},
		"an unknown price": {func(in *proposal.Input) { in.Estimate.Items[1].MonthlyCost = request.Money{} },
			[]string{"cost 123.00 -> 73.00 = -50.00, exact false", "  nodes.main: 50.00 -> unknown"}},
		"no price at all": {func(in *proposal.Input) {
			in.Estimate.Items = []request.EstimateItem{item("nodes.main", request.Money{})}
		}, []string{"cost 123.00 -> unknown = unknown, exact false", "  cluster.main: 73.00 -> 0.00", "  nodes.main: 50.00 -> unknown"}},
		"use, which is not counted": {func(in *proposal.Input) {
			use := item("log.main", request.Money{})
			use.Basis = request.Usage
			in.Estimate.Items = append(in.Estimate.Items, use)
		}, nil},
		"one cost for another": {func(in *proposal.Input) { in.Estimate.Items[0].Address = "log.main" },
			[]string{"cost 123.00 -> 123.00 = 0.00, exact true", "  cluster.main: 73.00 -> 0.00", "  log.main: 0.00 -> 73.00"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := compared(t, tt.change)
			assert.Equal(t, tt.want, shown(d))
			assert.Equal(t, len(tt.want) == 0, d.Same)
		})
	}
}

// TestReplacementsComeFromB checks that the Terraform of B says what a change replaces. If neither document says so, it is
// missing.
func TestReplacementsComeFromB(t *testing.T) {
	renamed := func(r []adapter.Replacement) proposal.Input {
		in := input(t)
		in.Resources[3].Name, in.Replacements = "other", r
		return in
	}
	nodes, none := []adapter.Replacement{{Type: "nodes", Properties: []string{"name"}}}, []adapter.Replacement(nil)
	plain := input(t)
	plain.Replacements = nil
	for name, tt := range map[string]struct {
		a, b proposal.Input
		want []string
	}{
		"B's":    {input(t), renamed(nodes), []string{`-/+ nodes.main name: shop -> other by [name] with ""`}},
		"or A's": {renamed(nodes), plain, []string{`-/+ nodes.main name: other -> shop by [name] with ""`}},
		"or no one's": {plain, renamed(none), []string{"~ nodes.main name: shop -> other",
			"missing replacements of a: not_named", "missing replacements of b: not_named"}},
		"which matters for a change": {plain, plain, nil},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, shown(difference.Compare("a", bundleOf(t, tt.a), "b", bundleOf(t, tt.b))))
		})
	}
}

// oneOther has another value for each field.
var oneOther = map[string]request.Value{
	"application": request.Text("other"), "environment": request.Text("test"), "owner": request.Text("b@example.com"),
	"cost_centre": request.Text("CC-2"), "data_classification": request.Text("public"), "region": request.Text("south-1"),
	"network_cidr": request.Text("10.0.0.0/20"), "cluster_size": request.Text("large"), "monthly_budget": request.Number(7),
	"business_justification": request.Text("Another reason altogether."), "expiry_date": request.Text("2027-01-01"),
	"controls.encryption_at_rest": request.Flag(false), "controls.private_cluster": request.Flag(false),
	"controls.central_logging": request.Flag(false), "controls.least_privilege": request.Flag(false),
}

// TestEachField compares requests that differ in one field, in each kind of document.
func TestEachField(t *testing.T) {
	for _, f := range request.Fields() {
		in := input(t)
		value, ok := oneOther[f.Name]
		require.True(t, ok, "the table lacks %s", f.Name)
		require.NoError(t, in.Request.Set(f.Name, value))
		for _, make := range []func(testing.TB, proposal.Input) difference.Document{
			requestOf, bundleOf, proposalOf,
			func(t testing.TB, in proposal.Input) difference.Document { return recordOf(t, in, false) },
		} {
			d := difference.Compare("a", make(t, input(t)), "b", make(t, in))
			assert.False(t, d.Same, f.Name)
			was := input(t).Request
			assert.Equal(t, []difference.FieldChange{{Field: f.Name, A: f.Get(&was), B: value}}, d.Changes)
			identity := f.Name == "application" || f.Name == "environment" || f.Name == "region"
			assert.Equal(t, !identity, d.SameEnvironment, f.Name)
			if identity {
				assert.Equal(t, []string{f.Name}, d.EnvironmentDiffersIn)
			}
			if d.A.Kind != difference.Request {
				assert.Equal(t, !identity, d.A.StateKey == d.B.StateKey, f.Name)
			}
		}
	}
}

// TestAnotherEnvironmentReplacesNothing checks that another environment is built in addition to the first one.
func TestAnotherEnvironmentReplacesNothing(t *testing.T) {
	d := compared(t, func(in *proposal.Input) {
		in.Request.Region, in.Profile.Provider = "south-1", "provider_u"
		in.Resources[2].Name = "other"
	})
	assert.Equal(t, []string{"another environment: provider region", "region: north-1 -> south-1", "~ network.main name: shop -> other"}, shown(d))
	assert.NotEqual(t, d.A.EnvironmentID, d.B.EnvironmentID)
}

// TestAnotherAccountIsAnotherEnvironment checks that nothing changes in place in another account.
func TestAnotherAccountIsAnotherEnvironment(t *testing.T) {
	in := func(account string) proposal.Input {
		in := input(t)
		for i, r := range in.Resources {
			in.Resources[i] = resource(r.Address, r.Parent, "account", account, "team", account[:1])
		}
		return in
	}
	for name, tt := range map[string]struct {
		change func(*proposal.Input)
		want   []string
	}{
		"the same":        {func(*proposal.Input) {}, nil},
		"all elsewhere":   {func(b *proposal.Input) { b.Resources = in("19").Resources }, []string{"account"}},
		"one elsewhere":   {func(b *proposal.Input) { b.Resources[0] = in("19").Resources[0] }, nil},
		"one that has no": {func(b *proposal.Input) { b.Resources = append(in("19").Resources, resource("z.z", "")) }, nil},
		"one resource":    {func(b *proposal.Input) { b.Resources = in("19").Resources[:1] }, nil},
		"nothing shared": {func(b *proposal.Input) {
			b.Resources = []request.Resource{resource("x.x", "", "account", "19"), resource("y.y", "", "account", "19")}
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			b := in("12")
			tt.change(&b)
			for _, read := range []func(testing.TB, proposal.Input) difference.Document{bundleOf,
				func(t testing.TB, in proposal.Input) difference.Document { return recordOf(t, in, false) }} {
				d := difference.Compare("a", read(t, in("12")), "b", read(t, b))
				assert.Equal(t, append([]string{}, tt.want...), d.EnvironmentDiffersIn)
				assert.Equal(t, len(tt.want) == 0, d.SameEnvironment)
				if !d.SameEnvironment {
					assert.False(t, d.Same)
					assert.Empty(t, d.Resources.Replaced)
				}
			}
		})
	}
}

// TestBundleWithoutAnEnvironment checks a bundle of an old release, which named resources after the request. Another request
// is another environment, and there is no state key.
func TestBundleWithoutAnEnvironment(t *testing.T) {
	old := func(owner string) difference.Document {
		in := input(t)
		in.Request.Owner = owner
		found := files(built(t, in))
		for path, text := range found {
			if strings.HasSuffix(path, "inventory.json") {
				var members map[string]any
				require.NoError(t, json.Unmarshal([]byte(text), &members))
				delete(members, "environment_id")
				delete(members, "state_key")
				found[path] = string(encoded(t, members))
			}
		}
		d, err := difference.ReadBundle("old", found)
		require.NoError(t, err)
		return d
	}
	owner := input(t).Request.Owner
	d := difference.Compare("a", old(owner), "b", bundleOf(t, input(t)))
	assert.Equal(t, []string{"environment_id"}, d.EnvironmentDiffersIn)
	assert.Empty(t, d.A.EnvironmentID+d.A.StateKey)
	assert.NotEmpty(t, d.B.StateKey)
	assert.True(t, difference.Compare("a", old(owner), "b", old(owner)).Same)
	assert.Equal(t, []string{"environment_id"}, difference.Compare("a", old(owner), "b", old("b@example.com")).EnvironmentDiffersIn)
}

// TestAnotherDigestIsADifference checks documents that differ only in a digest.
func TestAnotherDigestIsADifference(t *testing.T) {
	for name, change := range map[string]func(*proposal.Input){
		"profile": func(in *proposal.Input) { in.Profile.AllowedRegions = []string{"north-1", "south-1"} },
		"rules":   func(in *proposal.Input) { in.PolicyDigest = strings.Repeat("a", 64) },
		"adapter": func(in *proposal.Input) { in.Adapter.Version = "1.0.1" },
	} {
		d := compared(t, change)
		assert.Empty(t, shown(d), name)
		assert.False(t, d.Same, name)
	}
}

// TestEachKindWithEach checks which sections two kinds of documents of one request have.
func TestEachKindWithEach(t *testing.T) {
	enterprise, unsized := input(t), input(t)
	enterprise.Profile.Mode = profile.Enterprise
	unsized.Estimate = request.Estimate{}
	documents := map[string]difference.Document{
		"request": requestOf(t, input(t)), "record": recordOf(t, input(t), false), "denied": recordOf(t, input(t), true),
		"enterprise": recordOf(t, enterprise, false), "unsized": recordOf(t, unsized, false),
		"proposal": proposalOf(t, input(t)), "bundle": bundleOf(t, input(t)),
	}
	ofRequest := func(side string) []string {
		return []string{"missing rules of " + side + ": request_document", "missing resources of " + side + ": request_document",
			"missing inputs of " + side + ": request_document", "missing cost of " + side + ": request_document"}
	}
	for names, tt := range map[string]struct {
		same bool
		want []string
	}{
		"proposal bundle": {true, nil},
		"request bundle":  {true, ofRequest("a")},
		"record request": {true, []string{"missing rules of b: request_document", "missing resources of b: request_document",
			"missing inputs of a: record_document", "missing inputs of b: request_document", "missing cost of b: request_document"}},
		"record bundle": {true, []string{"missing inputs of a: record_document"}},
		"record record": {true, []string{"missing inputs of a: record_document", "missing inputs of b: record_document"}},
		"record denied": {false, []string{"broken: c.budget mandatory monthly_budget Too little.", "missing resources of b: denied",
			"missing inputs of a: record_document", "missing inputs of b: record_document"}},
		"denied bundle": {false, []string{"no longer: c.budget mandatory", "missing resources of a: denied", "missing inputs of a: record_document"}},
		"enterprise enterprise": {true, []string{"missing resources of a: record_of_mode", "missing resources of b: record_of_mode",
			"missing inputs of a: record_document", "missing inputs of b: record_document"}},
		"enterprise record": {false, []string{"missing resources of a: record_of_mode",
			"missing inputs of a: record_document", "missing inputs of b: record_document"}},
		"unsized bundle": {true, []string{"missing inputs of a: record_document", "missing cost of a: not_sized"}},
	} {
		t.Run(names, func(t *testing.T) {
			a, b, _ := strings.Cut(names, " ")
			d := difference.Compare("a", documents[a], "b", documents[b])
			assert.Equal(t, tt.want, shown(d))
			assert.Equal(t, tt.same, d.Same)
		})
	}
}

// TestRecordsLackReplacements checks that a record does not say what a change replaces.
func TestRecordsLackReplacements(t *testing.T) {
	in := input(t)
	in.Resources[0].Name = "other"
	d := difference.Compare("a", recordOf(t, input(t), false), "b", recordOf(t, in, false))
	assert.Equal(t, []string{"~ cluster.main name: shop -> other", "missing replacements of a: record_document",
		"missing replacements of b: record_document", "missing inputs of a: record_document", "missing inputs of b: record_document"}, shown(d))
	d = difference.Compare("a", recordOf(t, input(t), false), "b", bundleOf(t, in))
	assert.Contains(t, shown(d), `-/+ cluster.main name: shop -> other by [name] with ""`)
}

// TestDifferenceIsDeterministic checks the bytes for one pair of documents with nested resources.
func TestDifferenceIsDeterministic(t *testing.T) {
	circle := input(t)
	circle.Resources[2].Parent, circle.Resources[2].Name = "nodes.main", "other"
	first, err := document.Encode(difference.Compare("a", bundleOf(t, input(t)), "b", bundleOf(t, circle)))
	require.NoError(t, err)
	for range 20 {
		again, err := document.Encode(difference.Compare("a", bundleOf(t, input(t)), "b", bundleOf(t, circle)))
		require.NoError(t, err)
		require.Equal(t, string(first), string(again))
	}
}

// TestUnknownDocuments reads documents that cannot be compared.
func TestUnknownDocuments(t *testing.T) {
	spoiled := func(change func(map[string]any)) string {
		var members map[string]any
		require.NoError(t, json.Unmarshal(encoded(t, record(input(t), false)), &members))
		change(members)
		return string(encoded(t, members))
	}
	for name, tt := range map[string]struct {
		text string
		code problem.Code
		says string
	}{
		"nothing":             {"", problem.MalformedBody, "empty"},
		"a list":              {"[]", problem.MalformedBody, "object"},
		"another document":    {`{"schema": "platform.installation-profile/v1"}`, problem.MalformedBody, "file cannot be compared: its schema is platform.installation-profile/v1. Name a request"},
		"a hostile schema":    {`{"schema": "` + strings.Repeat("x", 200) + `"}`, problem.MalformedBody, strings.Repeat("x", 80) + "…"},
		"a malformed request": {`{"application": 1}`, problem.InvalidRequest, "application"},
		"a large request":     {`{"owner": "` + strings.Repeat("x", 1<<20) + `"}`, problem.MalformedBody, "over 1048576 bytes"},
		"a record's request":  {spoiled(func(m map[string]any) { m["request"] = map[string]any{"owner": "x"} }), problem.InvalidRequest, "owner"},
		"a record of nothing": {spoiled(func(m map[string]any) { delete(m, "request") }), problem.MalformedBody, "has no request"},
		"a record's decision": {spoiled(func(m map[string]any) { m["decision"] = "maybe" }), problem.MalformedBody, "neither accepted nor denied"},
		"a record's estimate": {spoiled(func(m map[string]any) { m["estimate"] = "cheap" }), problem.MalformedBody, "file is no record"},
		"too many resources": {spoiled(func(m map[string]any) { m["simulated_resources"] = make([]any, 10_001) }), problem.MalformedBody,
			"a list of 10001 entries"},
		"a proposal of nothing": {`{"schema": "platform.deployment-proposal/v1"}`, problem.ProposalRejected, "records 0 requests"},
		"a proposal's form":     {`{"schema": "platform.deployment-proposal/v1", "artifacts": 1}`, problem.ProposalRejected, "is no proposal"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := difference.Read("file", document.Source{Name: "file", Format: document.JSON, Data: []byte(tt.text)})
			p := problem.From(err)
			assert.Equal(t, tt.code, p.Code)
			assert.Contains(t, p.Detail+fmt.Sprint(p.Faults), tt.says)
		})
	}
}

// TestBundleWithoutAFile checks that the error names the missing file.
func TestBundleWithoutAFile(t *testing.T) {
	p := built(t, input(t))
	for _, a := range p.Artifacts {
		without, broken := files(p), files(p)
		delete(without, a.Path)
		broken[a.Path] = "{"
		_, err := difference.ReadBundle("bundle", without)
		_, bad := difference.ReadBundle("bundle", broken)
		switch {
		case strings.HasSuffix(a.Path, ".tf") || strings.HasSuffix(a.Path, ".md"):
			assert.NoError(t, err, "nothing is read of it")
		case strings.HasSuffix(a.Path, ".yaml"):
			assert.Equal(t, problem.ProposalRejected, problem.From(err).Code)
			assert.Equal(t, problem.MalformedBody, problem.From(bad).Code)
		default:
			assert.Equal(t, problem.ProposalRejected, problem.From(err).Code)
			assert.ErrorContains(t, err, "bundle is no proposal: it has no "+a.Path)
			assert.ErrorContains(t, bad, "bundle has no readable "+a.Path)
		}
	}
}

// TestExceptionsAreCompared checks exceptions in records and in bundles, also if both break the rule.
func TestExceptionsAreCompared(t *testing.T) {
	excepted := func(until request.Date) difference.Document {
		r := record(input(t), false)
		r.Exceptions = []request.ExceptedViolation{{PolicyID: "c.budget", Field: "monthly_budget", Message: "Too little.", Owner: "a@b.c", Reason: "r", Until: until}}
		return read(t, encoded(t, r))
	}
	december, january := excepted("2026-12-31"), excepted("2027-01-31")
	same := difference.Compare("a", december, "b", december)
	assert.True(t, same.Same)
	assert.Equal(t, []string{"c.budget"}, same.B.Exceptions)
	assert.Equal(t, []string{
		"broken: c.budget mandatory monthly_budget Too little., except until 2027-01-31",
		"no longer: c.budget mandatory, except until 2026-12-31",
	}, shown(difference.Compare("a", december, "b", january))[:2])
	rules := difference.Compare("a", december, "b", recordOf(t, input(t), true)).Rules
	require.Len(t, rules.Broken, 1)
	assert.Zero(t, rules.Broken[0].Exception)
	require.Len(t, rules.NoLongerBroken, 1)
	assert.Equal(t, "a@b.c", rules.NoLongerBroken[0].Exception.Owner)
}

func TestHunks(t *testing.T) {
	many := strings.Repeat("same\n", 20)
	for name, test := range map[string]struct{ a, b, hunks string }{
		"equal":         {many, many, ""},
		"new":           {"", "x\ny\n", "@@ -0,0 +1,2 @@\n+x\n+y\n"},
		"removed":       {"x\n", "", "@@ -1 +0,0 @@\n-x\n"},
		"no line break": {"x\n", "y", "@@ -1 +1 @@\n-x\n+y\n\\ No newline at end of file\n"},
		"repeated lines": {
			many + "a\n" + many, many + "b\n" + many,
			"@@ -18,7 +18,7 @@\n same\n same\n same\n-a\n+b\n same\n same\n same\n",
		},
		"several changes in one hunk": {
			"a\nsame\nb\n" + many + "c\nsame\nd\n" + many + "e\n",
			"A\nsame\nB\n" + many + "C\nC\nsame\nD\n" + many + "E\n",
			"@@ -1,6 +1,6 @@\n-a\n+A\n same\n-b\n+B\n same\n same\n same\n" +
				"@@ -21,9 +21,10 @@\n same\n same\n same\n-c\n+C\n+C\n same\n-d\n+D\n same\n same\n same\n" +
				"@@ -44,4 +45,4 @@\n same\n same\n same\n-e\n+E\n",
		},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, test.hunks, difference.Hunks(test.a, test.b)) })
	}
}
