package proposal_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// reviewPath is the review's place among the artifacts.
const reviewPlace = 5

// rendered is a review page as a Git host reads it: GitHub-flavoured Markdown.
type rendered struct {
	source []byte
	root   ast.Node
	html   string
}

func render(t *testing.T, in proposal.Input) rendered {
	t.Helper()
	source := []byte(build(t, in).Artifacts[reviewPlace].Content)
	md := goldmark.New(goldmark.WithExtensions(extension.GFM))
	var html bytes.Buffer
	require.NoError(t, md.Convert(source, &html))
	return rendered{source, md.Parser().Parse(text.NewReader(source)), html.String()}
}

// each calls visit with every node of a kind, in the order of the page.
func each[N ast.Node](r rendered, visit func(N)) {
	_ = ast.Walk(r.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if wanted, ok := n.(N); ok && entering {
			visit(wanted)
		}
		return ast.WalkContinue, nil
	})
}

// words returns the text of a node, without markup.
func (r rendered) text(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if leaf, ok := n.(*ast.Text); ok && entering {
			b.Write(leaf.Segment.Value(r.source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// kinds are the kinds of all nodes but texts and code spans, in which everything is
// text: the structure of the page.
func (r rendered) kinds() []string {
	var list []string
	_ = ast.Walk(r.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch {
		case !entering || n.Kind() == ast.KindText || n.Kind() == ast.KindString || n.Kind() == ast.KindCodeSpan:
		default:
			list = append(list, n.Kind().String())
		}
		return ast.WalkContinue, nil
	})
	return list
}

// withWords returns an input whose adapter has something for the reviewer.
func withWords(in proposal.Input, holds string) proposal.Input {
	in.Placement = []adapter.PlacementPart{
		{Name: "environment", Boundary: "development", ID: "000000000006", Holds: holds},
		{Name: "log_archive", Boundary: "log_archive", ID: "000000000003", Holds: "a copy of every log"},
	}
	in.Rationale = []adapter.Reason{
		{Field: "cluster_size", Text: "small: 2 nodes"}, {Field: "data_classification", Text: "internal: logs for 365 days"},
	}
	in.Needs = []adapter.Need{
		{Kind: "input", Name: "peer_id", Text: "may be left out"}, {Kind: "quota", Name: "vCPU", Text: "8"},
		{Kind: "right", Name: "deployer", Text: "makes clusters"}, {Kind: "step", Name: "route", Text: "in the hub"},
	}
	return in
}

func TestTheReviewHasItsSections(t *testing.T) {
	r := render(t, withWords(input(t, "A plain justification."), "everything"))
	levels, titles := map[int]int{}, []string{}
	each(r, func(h *ast.Heading) {
		levels[h.Level]++
		if h.Level == 2 {
			titles = append(titles, r.text(h))
		}
	})
	assert.Equal(t, map[int]int{1: 1, 2: 10}, levels)
	assert.Equal(t, []string{
		"What is proposed", "Cost against budget", "Where each part goes", "Controls and where each is upheld",
		"What size, class and stage decide", "Policy", "Checklist", "What will not happen",
		"How to plan, change and remove it", "What the workflow must bring",
	}, titles)
}

// TestRowsOfCostsKeepTheirOrder changes which of two items costs more.
func TestRowsOfCostsKeepTheirOrder(t *testing.T) {
	rows := func(cents int64) []string {
		in := input(t, "A plain justification.")
		in.Estimate = request.Estimate{Currency: "USD", PriceTable: "2026-11", Items: []request.EstimateItem{
			{Address: "a.one", Item: "first", Basis: request.Fixed, MonthlyCost: request.Cents(cents)},
			{Address: "b.two", Item: "second", Basis: request.Fixed, MonthlyCost: request.Cents(1000)},
		}}
		in.Estimate.KnownTotal, in.Estimate.MonthlyTotal = request.Totals(in.Estimate.Items)
		return regexp.MustCompile(`(first|second) \| 1`).FindAllString(build(t, in).Artifacts[reviewPlace].Content, -1)
	}
	assert.Equal(t, []string{"first | 1", "second | 1"}, rows(500))
	assert.Equal(t, rows(500), rows(2000))
}

func TestTheReviewsTablesAreTables(t *testing.T) {
	r := render(t, withWords(input(t, "A plain justification."), "everything"))
	var heads [][]string
	each(r, func(table *extast.Table) {
		var columns []string
		for cell := table.FirstChild().FirstChild(); cell != nil; cell = cell.NextSibling() {
			columns = append(columns, r.text(cell))
		}
		for row := table.FirstChild(); row != nil; row = row.NextSibling() {
			assert.Equal(t, len(columns), row.ChildCount(), "%s: a row of its own width", columns)
		}
		heads = append(heads, columns)
	})
	assert.Equal(t, [][]string{
		{"Field", "Value"},
		{"Item", "Resources", "USD a month"},
		{"Part", "Boundary", "Identifier", "Content"},
		{"Control", "Upheld by arguments, whose values policy-decision.json has"},
		{"Field", "What it decides"},
		{"Advisory on", "What it says", "Rule"},
		{"Kind", "Name", "What for"},
	}, heads)
	assert.NotContains(t, r.text(r.root), "| ---", "no table is left as text")
}

// TestTheReviewNamesEachArgumentOnce has claims of two instances of a resource.
func TestTheReviewNamesEachArgumentOnce(t *testing.T) {
	in := input(t, "A plain justification.")
	in.Controls = []adapter.UpheldControl{{Control: request.EncryptionAtRest, Upheld: adapter.OwnKeys, Claims: []adapter.Claim{
		{Address: `n.a["x"]`, Argument: "key", Value: "k"}, {Address: `n.a["y"]`, Argument: "key", Value: "k"}, {Address: "n.b", Argument: "key_id", Value: "k"},
	}}}
	assert.Contains(t, build(t, in).Artifacts[reviewPlace].Content, "| Encryption at rest | keys of the environment: `n.a.key`, `n.b.key_id` |\n")
}

// TestTheReviewSaysWhatToBring, steps in their order.
func TestTheReviewSaysWhatToBring(t *testing.T) {
	in := withWords(input(t, "A plain justification."), "everything")
	in.Needs = append(in.Needs, adapter.Need{Kind: "step", Name: "accept", Text: "in the peer"})
	page := build(t, in).Artifacts[reviewPlace].Content
	assert.Contains(t, page, "| Input | `peer_id` | may be left out |\n| Quota | `vCPU` | 8 |\n| Right | `deployer` | makes clusters |\n"+
		"| Step 1 | `route` | in the hub |\n| Step 2 | `accept` | in the peer |\n")
	assert.Contains(t, page, "| State key | `provider_a/eu-west-1/checkout/development/terraform.tfstate` |")
	assert.Contains(t, page, "with the key `provider_a/eu-west-1/checkout/development/terraform.tfstate` in the workflow's state backend. "+
		"Terraform reads `terraform.tfvars.json` there automatically. Add the inputs below.\n")
	assert.True(t, strings.HasSuffix(page, "| Step 2 | `accept` | in the peer |\n"), "the page ends with one line end")
	assert.Contains(t, page, "like any other. Follow the steps below.\n")
}

// TestTheReviewNamesNoFolder: a bundle and a repository have the same page in different folders.
func TestTheReviewNamesNoFolder(t *testing.T) {
	page := build(t, withWords(input(t, "A plain justification."), "everything")).Artifacts[reviewPlace].Content
	assert.NotContains(t, page, "environments/")
	for _, name := range []string{"main.tf", "terraform.tfvars.json", "policy-decision.json", "resource-inventory.json",
		"attestation.intoto.json"} {
		assert.Contains(t, page, "`"+name+"`")
	}
}

func TestTheReviewsChecklistIsOne(t *testing.T) {
	r := render(t, input(t, "A plain justification."))
	items := 0
	each(r, func(item *extast.TaskCheckBox) {
		items++
		assert.False(t, item.IsChecked, "the reviewer ticks, not the platform")
	})
	assert.Equal(t, 5, items)
}

// TestEqualItemsAreOneExpense holds the order and the sums of the cost table.
func TestEqualItemsAreOneExpense(t *testing.T) {
	in := input(t, "A plain justification.")
	in.Estimate.Items = nil
	for _, address := range []string{"gateway.a", "gateway.b", "key.a"} {
		kind, _, _ := strings.Cut(address, ".")
		cents := map[string]int64{"gateway": 3504, "key": 100}[kind]
		in.Estimate.Items = append(in.Estimate.Items, request.EstimateItem{
			Basis:   request.Fixed,
			Address: address, Item: kind, Quantity: "1", Unit: "month", UnitPrice: "1.00", MonthlyCost: request.Cents(cents),
		})
	}
	page := build(t, in).Artifacts[reviewPlace].Content
	assert.Contains(t, page, "| gateway | 2 `gateway` | 70.08 |\n| key | 1 `key` | 1.00 |\n")
}

// hostileTexts would each be something in a careless place.
var hostileTexts = []string{
	hostile,
	"```\n# heading\n```",
	"``` ~~~ ```` \\` closing every fence",
	"<script>alert(1)</script> <img src=x onerror=alert(1)> <!-- comment --> &lt;b&gt; &#60;",
	"[link](https://evil.example) ![image](https://evil.example/x.png) <https://evil.example> https://evil.example www.evil.example",
	"@owner #1 GH-1 org/repo#2 deadbeefdeadbeefdeadbeefdeadbeefdeadbeef :smile: $x^2$ [^1] [x]: y",
	"1.0.0`\n\n# Approved by Security\n\n- [x] done",
	`a\|b a\\|b | \`,
	"", "`", "``", " ` ", "x`", "\\`x", "<", "a\x1b[31m\a\u009b\u202e\u200b\xff\x00",
	"mail evil@evil.example or mailto:evil@evil.example http://evil.example",
	"- [x] done | a | b | --- | # one ## two ===== ----- *** * a 1. b > quote",
}

// everywhere puts a text into each of an adapter's texts, and where free text of a
// request and of rules lands.
func everywhere(t *testing.T, text string) proposal.Input {
	t.Helper()
	in := withWords(input(t, "A plain justification."), "plain words")
	in.Request.BusinessJustification = text
	in.Profile.Settings, in.Placeholders = map[string]string{"name": text}, []string{text}
	in.Adapter.DisplayName, in.Adapter.Version, in.Adapter.ID, in.RegionName = text, text, text, text
	for i := range in.Placement {
		in.Placement[i] = adapter.PlacementPart{Name: text, Boundary: text, ID: text, Holds: text}
	}
	for i := range in.Rationale {
		in.Rationale[i] = adapter.Reason{Field: text, Text: text}
	}
	for i := range in.Needs {
		in.Needs[i].Name, in.Needs[i].Text = text, text
	}
	for i := range in.Resources {
		r := &in.Resources[i]
		r.Address, r.Type, r.Name, r.Properties = text, text, text, request.NewProperties(map[string]string{text: text})
	}
	in.Estimate.PriceTable = text
	for i := range in.Estimate.Items {
		item := &in.Estimate.Items[i]
		item.Address, item.Item, item.Unit, item.Quantity = text, text, text, request.Decimal(text)
	}
	for i := range in.Rules {
		r := &in.Rules[i]
		r.PolicyID, r.Title, r.Field, r.Message, r.Remediation, r.Expected = text, text, text, text, text, text
	}
	in.Rules[0].Outcome, in.Rules[0].Exception = request.Excepted, proposal.RuleException{Owner: text, Reason: text, Until: "2026-12-31"}
	return in
}

// TestHostileTextChangesNoStructure puts each text, in one line and as it is, where
// texts of others land, and compares the page's structure with that of a plain one.
func TestHostileTextChangesNoStructure(t *testing.T) {
	plain := render(t, everywhere(t, "plain words"))
	for _, text := range hostileTexts {
		for _, text := range []string{text, strings.Join(strings.Fields(text), " ")} {
			r := render(t, everywhere(t, text))
			assert.Equal(t, plain.kinds(), r.kinds(), text)
			for _, element := range []string{"<a ", "<img", "<script", "<!-- comment", "<b>", "<del>"} {
				assert.NotContains(t, r.html, element, text)
			}
			if at, hidden := document.Hidden(string(r.source), "\n"); at >= 0 {
				assert.Fail(t, "a character that cannot be seen", "%U of %q", hidden, text)
			}
			assertCells(t, r)
		}
	}
}

// TestReferencesAreCode puts what Git hosts make links of, after they have read the
// Markdown, where an adapter's words land as prose, and plain words beside them.
func TestReferencesAreCode(t *testing.T) {
	const hash = "deadbeefdeadbeefdeadbeefdeadbeefdeadbee1"
	for _, text := range []string{
		"see !123", "group/project!123", "(!1)", "~bug", "is ~5", `~"two words"`, "project~bug", "~?", "$12", "project$12",
		"&9", "group&9", "%1", "%v1.2", `%"two words"`, "%-next", "^alert#12", "GL-1", "gl-12", "*iteration:12", `*iteration:"x"`,
		"[vulnerability:12]", "[feature_flag:group/project/12]", "[contact:x]", "[[page]]", "group/project>", "a/b.c>.",
		hash, strings.ToUpper(hash), "at " + hash + ".", "deadbe1", "(1abcdef)", "1234567...abcdef1", hash + hash[:24],
		strings.Repeat("1", 40), strings.Repeat("a", 40), "project@deadbe1", "@name", "#1", "GH-1", "org/repo#2", "https://x", "www.x",
	} {
		assert.Empty(t, loose(t, text), "in prose: %q", text)
	}
	for _, text := range []string{
		"100% of R&D, 5 % more", "wait! a ~ b", "5 $, US$ and 2^n", "2 x 730 hours", "000000000006", "1234567", "defaced facade",
		"deadb1", "eu-west-1a", "a > b / c", "[x] and *y*", "12:30", "AES-256", "10.0.0.0/16",
	} {
		assert.NotEmpty(t, loose(t, text), "as code: %q", text)
	}
}

// loose returns the texts outside of code that hold an adapter's words on the
// purpose of a part.
func loose(t *testing.T, words string) []string {
	t.Helper()
	var found []string
	r := render(t, withWords(input(t, "A plain justification."), "says "+words+" here"))
	each(r, func(cell *extast.TableCell) {
		plain := ""
		for n := cell.FirstChild(); n != nil; n = n.NextSibling() {
			if n.Kind() != ast.KindCodeSpan {
				plain += r.text(n)
			}
		}
		if strings.Contains(plain, "says ") {
			found = append(found, plain)
		}
	})
	return found
}

// assertCells checks that each row of a table has as many cells as its head, as
// GitHub's parser counts them: a backslash escapes what is behind it, also in a code
// span.
func assertCells(t *testing.T, r rendered) {
	t.Helper()
	columns := 0
	for line := range strings.Lines(string(r.source)) {
		if !strings.HasPrefix(line, "| ") {
			columns = 0
			continue
		}
		cells := strings.Count(regexp.MustCompile(`\\[[:punct:]]`).ReplaceAllString(line, ""), "|")
		if columns == 0 {
			columns = cells
		}
		assert.Equal(t, columns, cells, line)
	}
}

// TestAnOwnerIsNoMention holds the texts that a request's forms let through.
func TestAnOwnerIsNoMention(t *testing.T) {
	r := render(t, input(t, "A plain justification."))
	each(r, func(link *ast.AutoLink) { assert.Fail(t, "a link", link.Label(r.source)) })
	each(r, func(link *ast.Link) { assert.Fail(t, "a link", link.Destination) })
	assert.Contains(t, r.html, "<code>a`|b@example.com</code>")
}

// TestTheReviewHasNoTraceOfItsMaking looks for a clock, a machine or a path.
func TestTheReviewHasNoTraceOfItsMaking(t *testing.T) {
	in := withWords(input(t, "A plain justification."), "everything")
	page := build(t, in).Artifacts[reviewPlace].Content
	dates := regexp.MustCompile(`\d{4}-\d{2}-\d{2}`).FindAllString(page, -1)
	for _, date := range dates {
		assert.Equal(t, string(in.Request.ExpiryDate), date)
	}
	assert.NotRegexp(t, `(^|[ \x60(])/[a-z]`, page, "an absolute path")
	assert.NotContains(t, page, "localhost")
	assert.Equal(t, page, build(t, in).Artifacts[reviewPlace].Content)
}

// TestTheReviewSaysHowItEnds reads the words on cleanup and on cost in each case.
func TestTheReviewSaysHowItEnds(t *testing.T) {
	cases := map[string]struct {
		change func(*proposal.Input)
		says   []string
	}{
		"sandbox": {func(in *proposal.Input) { in.Profile.Mode = profile.Sandbox },
			[]string{"Cleanup is a separate, protected path: a destroy workflow", "on 15 Dec 2026"}},
		"development": {func(*proposal.Input) {}, []string{"Nothing is removed automatically on 15 Dec 2026. Cleanup is a separate, protected path.\n", "Identifiers are placeholders"}},
		"production": {func(in *proposal.Input) { in.Request.Environment, in.Request.ExpiryDate = request.Production, "" },
			[]string{"Nothing is removed automatically.\n", "| Until | no expiry date |"}},
		"part without a price": {func(in *proposal.Input) { in.Estimate.MonthlyTotal = request.Money{} },
			[]string{"at least 1.00 USD of a budget of 500 USD (0 %)", "| **Total of what has a price** |"}},
		"by use": {func(*proposal.Input) {}, []string{"Billed by use", "not counted: traffic (0.05 USD/GB)."}},
		"no price": {func(in *proposal.Input) {
			in.Estimate.KnownTotal, in.Estimate.MonthlyTotal = request.Money{}, request.Money{}
		},
			[]string{"There is no estimate for this region", "no estimate for this region, of a budget of 500 USD"}},
		"priced": {func(*proposal.Input) {}, []string{"1.00 USD of a budget of 500 USD (0 %)", "| **Total** |"}},
		"enterprise": {func(in *proposal.Input) { in.Profile.Mode = profile.Enterprise },
			[]string{"| `log_archive` | `log_archive` | `000000000003` | a copy of every log |"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in := withWords(input(t, "A plain justification."), "everything")
			c.change(&in)
			page := build(t, in).Artifacts[reviewPlace].Content
			for _, words := range c.says {
				assert.Contains(t, page, words)
			}
		})
	}
}

// TestPlaceholdersAreNamedAtTheTop: the first words after the title say whether it can be
// planned, and ready never comes without the word.
func TestPlaceholdersAreNamedAtTheTop(t *testing.T) {
	in := input(t, "A plain justification.")
	first := func() string { return strings.Split(build(t, in).Artifacts[reviewPlace].Content, "\n")[2] }
	assert.Equal(t, "**Ready for review.** Nothing was executed, and no cloud was changed.", first())
	in.Placeholders = []string{"development", "security"}
	assert.Equal(t, "**Ready for review.** Nothing was executed, and no cloud was changed. Terraform cannot "+
		"plan it until values replace the placeholders for `development`, `security`.", first())
	p := build(t, in)
	assert.Equal(t, in.Placeholders, p.Placeholders)
	assert.Equal(t, proposal.ReadyForReview, p.Status)
	assert.Empty(t, proposal.Check(p))
	for name, edited := range map[string][]string{"none": nil, "fewer": {"security"}, "another": {"development", "test"}} {
		p.Placeholders = edited
		require.Len(t, proposal.Check(p), 1, name)
		assert.Equal(t, "placeholders", proposal.Check(p)[0].Where)
	}
}

// TestExceptionsComeFirst: before what is proposed, on whatever day.
func TestExceptionsComeFirst(t *testing.T) {
	in := input(t, "A plain justification.")
	page := func() string { return build(t, in).Artifacts[reviewPlace].Content }
	assert.NotContains(t, page(), "xception")
	in.Rules[0].Outcome, in.Rules[0].Message = request.Excepted, "It is *far*."
	in.Rules[0].Exception = proposal.RuleException{Owner: "net@example.com", Reason: "It [moves](x) soon.", Until: "2026-12-31"}
	text := page()
	assert.Less(t, strings.Index(text, "## Accepted with exceptions"), strings.Index(text, "## What is proposed"))
	assert.Contains(t, text, "\n| `common.a` | It is \\*far\\*. | It \\[moves\\](x) soon. | `net@example.com` | 31 Dec 2026 |\n")
	assert.Contains(t, text, "**Accepted.** Rules: 0 satisfied, 1 broken with an exception, 0 not applicable, ")
	assert.Contains(t, text, "- [ ] Each exception is still needed, and its owner knows of this request.")
	in.Rules[0].Dated = true
	text = page()
	assert.Contains(t, text, "\n| `common.a` | The day decides whether this rule is kept: A. | It \\[moves\\](x) soon. | `net@example.com` | 31 Dec 2026 |\n")
	assert.NotContains(t, text, `It is \\*far`)
	in.Profile.Mode, in.Request.ExpiryDate = profile.Sandbox, ""
	assert.Contains(t, page(), "\n- Nothing is removed automatically.\n")
}

// TestSettingsAreShown where an enterprise chose any.
func TestSettingsAreShown(t *testing.T) {
	in := input(t, "A plain justification.")
	page := func() string { return build(t, in).Artifacts[reviewPlace].Content }
	assert.NotContains(t, page(), "settings")
	in.Profile.Settings = map[string]string{"egress": "hub", "dns_servers": "10.0.0.4,10.0.0.5"}
	assert.Contains(t, page(), "| Setting | Value |\n| --- | --- |\n| `dns_servers` | `10.0.0.4,10.0.0.5` |\n| `egress` | `hub` |\n\n## ")
}

// TestAnAdapterMayTellNothing checks that an adapter that is older than placement,
// rationale and needs gets a page without the sections, not with empty ones.
func TestAnAdapterMayTellNothing(t *testing.T) {
	page := build(t, input(t, "A plain justification.")).Artifacts[reviewPlace].Content
	assert.NotContains(t, page, "Where each part goes")
	assert.NotContains(t, page, "What size, class and stage decide")
	assert.NotContains(t, page, "What the workflow must bring")
}
