// Package dashboard is the portal's first page. It shows the counts and the cost, the environments
// that need an action, and the newest requests.
package dashboard

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// page is the input of the template. It shows what could be read, even if something else could not.
type page struct {
	Installation shell.InstallationState
	// Notice says what could not be read; nil if everything was read.
	Notice *shell.ErrorPage
	// Needs are the reasons with at least one request; NeedsRead is false if they are unknown.
	Needs     []need
	NeedsRead bool
	// Figures are nil if they could not be read, and so are Cost and Requests.
	Figures  *api.Figures
	Cost     *portfolio.Total
	Requests *parts.Table
	// Ending are the environments to renew by request ID, as far as they are known.
	Ending map[string]*wire.Environment
	// Titles are the titles of rules by ID, as far as they are known.
	Titles map[string]string
}

// need is a reason to look at requests, with the first of these requests.
type need struct {
	parts.Need
	Found wire.List[api.Summary]
}

// line is an environment with the reasons to look at it. It has the first reason's request.
type line struct {
	api.Summary
	Reasons []reason
}

// reason is why to look at a request.
type reason struct {
	api.Summary
	Need string
}

//go:embed dashboard.html
var source string

var template = parts.Parse[page](source)

// New returns the dashboard as a [shell.Page].
func New() shell.Page {
	return shell.Page{Name: "Dashboard", Path: "/", Icon: "dashboard", Routes: shell.Routes{"GET /": show}}
}

// shown is the number of newest requests on the dashboard. most is the maximum number of requests
// read for each need. atMost is the maximum number of environments for a need.
const (
	shown  = 8
	most   = 1000
	atMost = 3
)

func show(v *shell.Visit) (shell.Answer, error) {
	p := page{Installation: v.Installation}
	var figures api.Figures
	var newest wire.List[api.Summary]
	var totals portfolio.Totals
	var ending wire.List[wire.Environment]
	var figuresErr, newestErr, costErr, endingErr error
	all := make([]need, len(parts.Needs()))
	failures := make([]error, len(all))
	var calls sync.WaitGroup
	calls.Go(func() { figures, figuresErr = v.API.Figures(v.Context()) })
	calls.Go(func() { newest, newestErr = v.API.Summaries(v.Context(), api.Selection{Limit: shown}) })
	calls.Go(func() { totals, costErr = v.API.EnvironmentTotals(v.Context()) })
	calls.Go(func() { ending, endingErr = v.API.EndingEnvironments(v.Context(), wire.RenewalDays, atMost) })
	calls.Go(func() {
		rules, _ := v.API.Policies(v.Context())
		p.Titles = parts.Titles(rules)
	})
	for i, reason := range parts.Needs() {
		calls.Go(func() {
			all[i].Need = reason
			all[i].Found, failures[i] = v.API.Summaries(v.Context(), api.Selection{Needs: reason.ID, Limit: most})
		})
	}
	calls.Wait()
	needsErr := cmp.Or(failures...)
	failed := cmp.Or(v.Installation.Fault, figuresErr, newestErr, needsErr, costErr, endingErr)
	p.Notice = v.Notice("The dashboard could not read everything", failed)
	if p.NeedsRead = needsErr == nil; p.NeedsRead {
		p.Needs = nonEmpty(all)
	}
	if costErr == nil {
		p.Cost = &totals.All
	}
	p.Ending = map[string]*wire.Environment{}
	for _, e := range ending.Items {
		p.Ending[e.RequestID] = &e
	}
	if figuresErr == nil {
		p.Figures = &figures
	}
	if newestErr == nil {
		p.Requests = &parts.Table{Caption: caption(newest, p.Figures), Rows: parts.Rows(newest.Items)}
	}
	return template.Answer("Dashboard", p), nil
}

// nonEmpty returns the needs that have requests. Requests to renew are in the order of the environments that end.
func nonEmpty(all []need) []need {
	for _, n := range all {
		if n.ID == parts.Renewal {
			slices.SortFunc(n.Found.Items, func(a, b api.Summary) int {
				return cmp.Or(cmp.Compare(a.ExpiryDate, b.ExpiryDate), cmp.Compare(a.EnvironmentID, b.EnvironmentID))
			})
		}
	}
	return slices.DeleteFunc(all, func(n need) bool { return len(n.Found.Items) == 0 })
}

// Lines returns a line for each environment that needs attention, the most urgent first. It has at most [atMost]
// environments for each need, with all their reasons.
func (p page) Lines() (lines []line) {
	at := func(s api.Summary) int {
		return slices.IndexFunc(lines, func(l line) bool {
			return l.RequestID == s.RequestID || l.EnvironmentID == s.EnvironmentID && !s.Unreadable
		})
	}
	for _, need := range p.Needs {
		for _, s := range need.Found.Items[:min(atMost, len(need.Found.Items))] {
			if at(s) < 0 {
				lines = append(lines, line{Summary: s})
			}
		}
	}
	for _, need := range p.Needs {
		for _, s := range need.Found.Items {
			if i := at(s); i >= 0 {
				lines[i].Reasons = append(lines[i].Reasons, reason{s, need.ID})
			}
		}
	}
	return lines
}

// caption describes the rows of the table. The list and the count are read at different times, so a
// count below the listed rows is not shown.
func caption(newest wire.List[api.Summary], figures *api.Figures) string {
	listed := len(newest.Items)
	switch {
	case newest.Next == "" && listed == 1:
		return "The only request; " + parts.Amounts
	case newest.Next == "":
		return fmt.Sprintf("All %d requests, the newest first; "+parts.Amounts, listed)
	case figures != nil && figures.Requests() > listed:
		return fmt.Sprintf("The newest %d of %s requests; "+parts.Amounts, listed, shell.Grouped(figures.Requests()))
	default:
		return fmt.Sprintf("The newest %d requests, of more than these; "+parts.Amounts, listed)
	}
}
