// Package review is the page of one request: the decision, the policy messages for each field, the
// fixes or the resources, and the step to a proposal. [Page] returns its routes for the list of
// requests.
package review

import (
	_ "embed"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
	"platform.internal/portal/internal/topology"
)

// page is the input of the template.
type page struct {
	request.Record
	Heading string
	// Before is the time of the first submission, if the request was submitted again.
	Before *time.Time
	// Decided is empty if this release does not understand the decision.
	Decided parts.Decision
	// NoFix means that no request like this one is accepted.
	NoFix   bool
	Fixes   *parts.Fixes
	Excused *parts.Exceptions
	Groups  []group
	Bar     form.Bar
	// ProposalID is the ID of the request's proposal; empty if there is none. ProposalNotice says
	// why the portal could not read it, and Key is the idempotency key for a new proposal.
	ProposalID, Key string
	ProposalNotice  *shell.ErrorPage
	Topology        *topology.Topology
	// NoPicture means that the provider could not be read.
	NoPicture bool
	// NoResources says why there are no resources.
	NoResources string
	Steps       []shell.Command
	// History lists the requests of the environment; nil if there are no others.
	History *history

	rules map[string][]form.BrokenRule
}

// group is a group of the request's fields.
type group struct {
	Name   string
	Fields []form.Field
}

//go:embed review.html
var source string

var template = parts.Parse[page](source)

// Page returns the [shell.Page] without its own item in the navigation.
func Page() shell.Page {
	return shell.Page{
		Routes: shell.Routes{"GET /requests/{request_id}": show},
		BeforeSetup: shell.Routes{
			"POST /requests/{request_id}/proposal": propose,
			// A reload of the answer leads to the form.
			"GET /requests/{request_id}/proposal": func(v *shell.Visit) (shell.Answer, error) {
				return shell.SeeOther("/requests/" + url.PathEscape(idOf(v))), nil
			},
		},
		Files: shell.Routes{"GET /requests/{request_id}/record.json": func(v *shell.Visit) (shell.Answer, error) {
			record, err := v.API.Record(v.Context(), idOf(v))
			return shell.File{Name: "record.json", MediaType: shell.JSON, Content: record.JSON, Saved: true}.Answer(), err
		}},
	}
}

func idOf(v *shell.Visit) string { return chi.URLParam(v.Request, "request_id") }

// readings are the API's answers in addition to the record, each with its own error.
type readings struct {
	evaluation  wire.PartialEvaluation
	fixErr      error
	proposal    string
	proposalErr error
	profile     api.Document[profile.Profile]
	profileErr  error
	provider    profile.Provider
	providerErr error
	history     wire.List[api.Summary]
	historyErr  error
}

func read(v *shell.Visit, record request.Record) readings {
	var r readings
	var calls sync.WaitGroup
	switch parts.Decided(record) {
	case parts.Denied:
		calls.Go(func() {
			r.evaluation, r.fixErr = v.API.Evaluate(v.Context(), form.Of(record.Request).Document(), api.Plain)
		})
	case parts.Accepted:
		calls.Go(func() { r.proposal, r.proposalErr = v.API.ProposalOf(v.Context(), record.RequestID) })
	}
	if len(record.SimulatedResources) > 0 {
		calls.Go(func() { r.provider, r.providerErr = v.API.Provider(v.Context(), record.Provider) })
	}
	calls.Go(func() {
		r.history, r.historyErr = v.API.Summaries(v.Context(), api.Selection{
			Application: record.Request.Application, Environment: record.Request.Environment, Limit: historySize,
		})
	})
	calls.Go(func() { r.profile, r.profileErr = v.API.Installation(v.Context()) })
	calls.Wait()
	return r
}

func show(v *shell.Visit) (shell.Answer, error) {
	stored, err := v.API.Record(v.Context(), idOf(v))
	if err != nil {
		return nil, err
	}
	record := stored.Value
	r := read(v, record)
	p := page{
		Record: record, Decided: parts.Decided(record),
		NoFix: len(r.evaluation.Contradicting) > 0 || r.evaluation.Nearest != nil,
		rules: form.RulesOf(wire.PartialEvaluation{
			Violations: record.Violations, Advisories: record.Advisories, Fixes: r.evaluation.Fixes,
		}, nil),
		Excused: parts.ExceptionsOfRecord(record),
		Groups: []group{
			{"Business", form.Group(request.Business)}, {"Platform", form.Group(request.Platform)},
			{"Mandated controls", form.Group(request.ControlsGroup)},
		},
		Bar:        form.NewBar(record.Estimate, record.Request.MonthlyBudget),
		ProposalID: r.proposal, Key: form.NewKey(),
		ProposalNotice: v.Notice("It is not known whether there is a proposal", r.proposalErr),
		NoPicture:      r.providerErr != nil, NoResources: noResources(record),
		Steps: steps(record, r), History: newHistory(v, record, r),
	}
	if !p.NoPicture {
		p.Topology = topology.New(record.SimulatedResources, record.Estimate, r.provider)
	}
	decision := p.Badge().Word
	if p.Decided == parts.Denied {
		p.Fixes = newFixes(v, record, r)
		decision = "Denied, no fix"
		if !p.NoFix {
			decision = "Denied, " + form.ToDo(record.Violations, r.evaluation.Alternatives)
		}
	}
	p.Heading = fmt.Sprintf("%s, %s: %s", record.Request.Application, record.Request.Environment, decision)
	if v.URL.Query().Get("recorded") == "before" {
		p.Before = recorded(record, r.history.Items)
	}
	return template.Answer(p.Heading, p), nil
}

func newFixes(v *shell.Visit, record request.Record, r readings) *parts.Fixes {
	if notice := v.Notice("The fix could not be read", r.fixErr); notice != nil {
		return parts.UnreadFixes(notice)
	}
	return parts.NewFixes(parts.DeniedRequest{
		Violations: record.Violations, Estimate: record.Estimate, Evaluation: r.evaluation,
		Own: v.Installation.Policies, Stored: record.RequestID,
	})
}

// HasFix reports whether the page shows a fix. It then does not list the violations twice.
func (p page) HasFix() bool { return p.Fixes != nil && len(p.Fixes.Rows) > 0 }

// Badge returns the [shell.Badge] of the decision.
func (p page) Badge() shell.Badge { return p.Decided.Badge(len(p.Exceptions)) }

// Denials returns the fields that rules deny; each links to its row, which has the messages.
func (p page) Denials() []form.Item {
	if p.Decided != parts.Denied {
		return nil
	}
	return form.ToChange(p.Violations, nil)
}

// Messages returns the messages of the rules about a field, denials before advisories. For an empty
// name it returns those about fields that have no row on the page.
func (p page) Messages(field string) (list []form.BrokenRule) {
	if field != "" {
		return p.rules[field]
	}
	for _, advisory := range []bool{false, true} {
		for _, name := range slices.Sorted(maps.Keys(p.rules)) {
			for _, rule := range p.rules[name] {
				if rule.Advisory == advisory && !form.Contains(name) {
					list = append(list, rule)
				}
			}
		}
	}
	return list
}

// noResources says why a record has no resources; empty if it has some, or if the request is denied.
func noResources(record request.Record) string {
	switch {
	case len(record.SimulatedResources) > 0, record.Decision == request.Denied:
		return ""
	case parts.Decided(record) == parts.NotUnderstood:
		return "The record has no resources."
	case profile.Mode(record.Mode).ReturnsResources():
		return "The adapter lists no resources for this request."
	default:
		return fmt.Sprintf("Only simulation mode shows resources; this request was evaluated in %s mode. "+
			"The proposal holds them as inputs for review.", record.Mode)
	}
}

// historySize is the maximum number of listed requests of an environment.
const historySize = 10

// history lists the requests for the same application and environment.
type history struct {
	parts.Table
	// All is the address of the complete list; empty if this list is complete.
	All string
	// Unread says why the list could not be read; nil if it was read.
	Unread *shell.ErrorPage
}

// newHistory returns nil if there is no other request.
func newHistory(v *shell.Visit, record request.Record, r readings) *history {
	if notice := v.Notice("The history of this environment could not be read", r.historyErr); notice != nil {
		return &history{Unread: notice}
	}
	this := indexOf(record, r.history.Items)
	if len(r.history.Items) == 0 || len(r.history.Items) == 1 && this == 0 {
		return nil
	}
	h := &history{Table: parts.Table{Caption: "The newest first; " + parts.Amounts, Rows: parts.Rows(r.history.Items)}}
	for i := range h.Rows {
		row := &h.Rows[i]
		row.Current, row.A, row.B = i == this, row.RequestID, record.RequestID
		if this < 0 || i < this { // a request that is not listed is older than the listed ones
			row.A, row.B = row.B, row.A
		}
	}
	if r.history.Next != "" {
		h.All = parts.RequestsPath + "?" + url.Values{
			"q": {record.Request.Application}, request.EnvironmentField: {record.Request.Environment},
		}.Encode()
	}
	return h
}

func indexOf(record request.Record, listed []api.Summary) int {
	return slices.IndexFunc(listed, func(s api.Summary) bool { return s.RequestID == record.RequestID })
}

// recorded returns the time of the record, or the zero time if the list does not contain it.
func recorded(record request.Record, listed []api.Summary) *time.Time {
	if at := indexOf(record, listed); at >= 0 {
		return &listed[at].ReceivedAt
	}
	return &time.Time{}
}
