package terraform_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// reviewOf returns the review page of an input.
func (c cloud) reviewOf(t *testing.T, in adapter.Input) string {
	t.Helper()
	d := c.describe(t)
	e := c.evaluation(t, in)
	g := c.generation(t, in)
	made := proposal.Input{
		Request: in.Request, Profile: profile.Profile{Provider: d.ID, Mode: in.Mode},
		PolicyDigest: strings.Repeat("0", 64), Resources: e.Resources, Estimate: e.Estimate, Root: g.Files[0].Content, Inputs: g.Files[1].Content,
		Adapter:   proposal.Adapter{ID: d.ID, DisplayName: d.DisplayName, Version: d.Version, ContractVersion: 1},
		Placement: g.Placement, Rationale: g.Rationale,
	}
	p, err := proposal.Build(made)
	require.NoError(t, err)
	return p.Artifacts[5].Content
}

// TestReviewsAreReadInTwoMinutes bounds the words that a reader reads: 250 a
// minute, the requester's included; identifiers and paths are looked at and not
// read, and the end of the page is for the workflow that plans and applies.
func TestReviewsAreReadInTwoMinutes(t *testing.T) {
	for _, c := range clouds {
		longest := 0
		for name, in := range c.inputs(t) {
			forReviewers, _, _ := strings.Cut(c.reviewOf(t, in), "\n## How to plan")
			page := []byte(forReviewers)
			words := 0
			root := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(page))
			_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
				if n.Kind() == ast.KindCodeSpan {
					return ast.WalkSkipChildren, nil
				}
				if fence, ok := n.(*ast.FencedCodeBlock); ok && entering {
					words += len(strings.Fields(string(fence.Lines().Value(page))))
				}
				if leaf, ok := n.(*ast.Text); ok && entering {
					words += len(strings.Fields(string(leaf.Segment.Value(page))))
				}
				return ast.WalkContinue, nil
			})
			longest = max(longest, words)
			assert.LessOrEqual(t, words, 500, "%s %s", c.name, name)
		}
		t.Logf("%s: %d words at most", c.name, longest)
	}
}

// TestReviewsShowWhereEachPartGoes checks that the page has every boundary that
// has a part, and no other.
func TestReviewsShowWhereEachPartGoes(t *testing.T) {
	for _, c := range clouds {
		for name, in := range c.inputs(t) {
			page := c.reviewOf(t, in)
			for _, b := range c.describe(t).Boundaries {
				used := in.Mode == profile.Sandbox && b.Name == "sandbox" ||
					in.Mode != profile.Sandbox && (b.Name == in.Request.Environment || placedIn[c.name][b.Name])
				assert.Equal(t, used, strings.Contains(page, "`"+b.Placeholder+"`"), "%s %s: %s", c.name, name, b.Name)
			}
		}
	}
}

// placedIn are the boundaries beside the environment's own that have a part.
var placedIn = map[string]map[string]bool{
	"aws":     {"management": true, "security": true, "log_archive": true, "network": true},
	"azurerm": {"tenant": true, "management_group": true, "management": true, "connectivity": true},
}

// TestReviewsDifferByWhatTheyMustDifferBy changes one field at a time.
func TestReviewsDifferByWhatTheyMustDifferBy(t *testing.T) {
	for _, c := range clouds {
		page := func(change func(*request.Request)) string {
			return c.reviewOf(t, c.enterprise(t, change))
		}
		plain := page(func(*request.Request) {})
		for field, change := range map[string]func(*request.Request){
			"cluster_size":        func(r *request.Request) { r.ClusterSize = request.Large },
			"data_classification": func(r *request.Request) { r.DataClassification = request.Restricted },
			"environment":         func(r *request.Request) { r.Environment = request.Production },
		} {
			assert.NotEqual(t, decided(plain, field), decided(page(change), field), "%s %s", c.name, field)
		}
	}
}

// decided returns the row that says what a field decided.
func decided(page, field string) string {
	_, row, _ := strings.Cut(page, "| `"+field+"` | ")
	row, _, _ = strings.Cut(row, "\n")
	return row
}
