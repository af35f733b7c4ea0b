// Package operations is the page with the list of proposals. It also shows the stages that follow a
// proposal: each is guarded, and this service executes none of them.
package operations

import (
	"cmp"
	_ "embed"
	"errors"
	"slices"
	"time"

	core "platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/page/proposal"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// page is the input of the template: one of two views of the same page.
type page struct {
	// Notice says what could not be read; nil if everything was read.
	Notice *shell.ErrorPage
	// Path is the address of the view, and Title its name.
	Path, Title string
	// Search is the text that the entries match; empty for all.
	Search string
	parts.Sorting
	parts.Around
	// Read is false if the list could not be read. Proposals and Activity are the rows of the two views.
	Read      bool
	Proposals []row
	all       int // the number of all proposals; 0 if it is unknown
	Activity  parts.Table
	// Stages are the stages that follow a proposal.
	Stages []core.Stage
}

// row is one proposal. Its link is empty if the proposal has no ID.
type row struct {
	api.Listed
	Link  string
	Badge shell.Badge
}

// Age returns the time since the proposal was stored, in words.
func (r row) Age() string { return shell.Count(r.ProposalOrigin.Age(time.Now())) }

//go:embed operations.html
var source string

var template = parts.Parse[page](source)

// The two views.
const (
	path         = "/operations"
	activityPath = path + "/activity"
	title        = "Proposals"
	allActivity  = "All activity"
)

// New returns the page as a [shell.Page].
func New() shell.Page {
	return shell.Page{Name: "Operations", Path: path, Icon: "stages", Routes: shell.Routes{
		"GET " + path: showProposals, "GET " + activityPath: showActivity,
	}}
}

// limit is the maximum number of entries on one part of a list.
const limit = 50

// newPage returns a view and what it selects.
func newPage(v *shell.Visit, path, title string) (page, api.Selection) {
	query := v.URL.Query()
	filter := parts.ReadFilter(query, "q", parts.OrderName)
	p := page{
		Path: path, Title: title, Search: filter.Get("q"), Sorting: parts.NewSorting(path, filter),
		Stages: core.GuardedStages(),
	}
	return p, api.Selection{
		Search: p.Search, Order: p.Order, After: query.Get("after"), Before: query.Get("before"), Limit: limit,
	}
}

func showProposals(v *shell.Visit) (shell.Answer, error) {
	p, selection := newPage(v, path, title)
	found, err := v.API.Proposals(v.Context(), selection)
	for _, listed := range found.Items {
		p.Proposals = append(p.Proposals, newRow(listed))
	}
	if i := slices.IndexFunc(found.Items, func(l api.Listed) bool { return !l.Unreadable }); i >= 0 {
		p.Stages = found.Items[i].GuardedStages
	}
	p.Around = p.NewAround(selection, found.Next, found.Previous)
	if p.Search == "" && p.First+p.Next != "" {
		figures, _ := v.API.Figures(v.Context())
		p.all = figures.Proposals
	}
	return p.answer(v, err)
}

// Counted says how many proposals the page shows, and of how many.
func (p page) Counted() string {
	shown := shell.Count(len(p.Proposals), "proposal")
	switch {
	case p.all > len(p.Proposals):
		return shell.Grouped(len(p.Proposals)) + " of " + shell.Count(p.all, "proposal")
	case p.First+p.Next != "":
		return shown + " of more"
	default:
		return shown
	}
}

func showActivity(v *shell.Visit) (shell.Answer, error) {
	p, selection := newPage(v, activityPath, allActivity)
	found, err := v.API.Summaries(v.Context(), selection)
	p.Activity = parts.Table{
		Sorting: p.Sorting, Rows: parts.Rows(found.Items),
		Caption: "Requests and their proposals, " + p.Words() + "; " + parts.Amounts,
	}
	p.Around = p.NewAround(selection, found.Next, found.Previous)
	return p.answer(v, err)
}

// answer returns the page, also if the list could not be read.
func (p page) answer(v *shell.Visit, err error) (shell.Answer, error) {
	var refusal *shell.ErrorPage
	if errors.As(parts.Unlisted(err, shell.Link{Path: p.Path, Text: p.Title}), &refusal) {
		return nil, refusal
	}
	p.Read = err == nil
	p.Notice = v.Notice("The list could not be read", cmp.Or(v.Installation.Fault, err))
	return template.Answer("Operations: "+p.Title, p), nil
}

func newRow(listed api.Listed) row {
	r := row{Listed: listed, Badge: proposal.StatusBadge(listed.Status)}
	if listed.Unreadable {
		r.Badge = shell.Warn("Not readable")
	}
	if listed.ProposalID != "" {
		r.Link = proposal.Path(listed.ProposalID)
	}
	return r
}
