// Package operations is the page with the list of proposals. It also shows the stages that follow a
// proposal: each is guarded, and this service executes none of them.
package operations

import (
	"cmp"
	_ "embed"
	"errors"
	"net/url"
	"slices"
	"time"

	"platform.internal/platform-core/problem"
	core "platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/page/proposal"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// page is the input of the template.
type page struct {
	// Notice says what could not be read; nil if everything was read.
	Notice *shell.ErrorPage
	// Search is the text that the proposals match; empty for all.
	Search string
	// List is nil if it could not be read.
	List *list
	// Stages are the stages that follow a proposal.
	Stages []core.Stage
}

// list is one part of the list of proposals.
type list struct {
	Rows []row
	// Newest and Older are the addresses of other parts; empty if there are none.
	Newest, Older string
}

// row is one proposal. Its link is empty if the proposal has no ID.
type row struct {
	api.Listed
	Link  string
	Badge shell.Badge
}

// Age returns the time since the proposal was stored, in words.
func (r row) Age() string { return age(time.Since(r.ReceivedAt)) }

// age returns a duration in its largest unit.
func age(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d >= 2*day:
		return shell.Count(int(d/day), "day")
	case d >= 2*time.Hour:
		return shell.Count(int(d/time.Hour), "hour")
	default:
		return shell.Count(max(0, int(d/time.Minute)), "minute")
	}
}

//go:embed operations.html
var source string

var template = parts.Parse[page](source)

const (
	path       = "/operations"
	afterName  = "after"
	searchName = "q"
)

// New returns the page as a [shell.Page].
func New() shell.Page {
	return shell.Page{Name: "Operations", Path: path, Icon: "stages", Routes: shell.Routes{"GET " + path: show}}
}

// limit is the maximum number of proposals on one part of the list.
const limit = 50

func show(v *shell.Visit) (shell.Answer, error) {
	after, search := v.URL.Query().Get(afterName), v.URL.Query().Get(searchName)
	found, err := v.API.Proposals(v.Context(), search, after, limit)
	var refusal *problem.Problem
	if errors.As(err, &refusal) && refusal.Code == problem.InvalidRequest {
		return nil, errNowhere
	}
	p := page{
		Notice: v.Notice("The proposals could not be read", cmp.Or(v.Installation.Fault, err)),
		Stages: stages(found.Items), Search: search,
	}
	if err != nil {
		return template.Answer("Operations", p), nil //nolint:nilerr // the page shows the notice
	}
	p.List = &list{}
	for _, listed := range found.Items {
		p.List.Rows = append(p.List.Rows, newRow(listed))
	}
	if after != "" || search != "" {
		p.List.Newest = path
	}
	if found.Next != "" {
		next := url.Values{afterName: {found.Next}}
		if search != "" {
			next.Set(searchName, search)
		}
		p.List.Older = path + "?" + next.Encode()
	}
	return template.Answer("Operations", p), nil
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

// errNowhere is for a part that starts after a proposal that is not stored. This can happen after a
// restart of the platform.
var errNowhere = &shell.ErrorPage{
	Code: problem.InvalidRequest, Heading: "No part of the list begins here",
	Reason: "The platform does not know the proposal in this address. A restart loses proposals.",
	Next:   "Begin with the newest.", Link: shell.Link{Path: path, Text: "Newest"},
}

// stages returns the guarded stages of the listed proposals.
func stages(listed []api.Listed) []core.Stage {
	if i := slices.IndexFunc(listed, func(p api.Listed) bool { return !p.Unreadable }); i >= 0 {
		return listed[i].GuardedStages
	}
	return core.GuardedStages()
}
