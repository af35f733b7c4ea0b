package review

import (
	"fmt"
	"net/url"
	"sync"

	"github.com/go-chi/chi/v5"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
	"platform.internal/portal/internal/topology"
)

// readings are the API's answers in addition to the record, each with its own error.
type readings struct {
	evaluation  wire.PartialEvaluation
	fixErr      error
	proposal    string
	proposalErr error
	profile     profile.Profile
	profileErr  error
	provider    profile.Provider
	providerErr error
	history     wire.List[api.Summary]
	historyErr  error
}

func read(v *shell.Visit, record request.Record) readings {
	var r readings
	var calls sync.WaitGroup
	switch listing.Decided(record) {
	case listing.Denied:
		calls.Go(func() { r.evaluation, r.fixErr = fix(v, record) })
	case listing.Accepted:
		calls.Go(func() { r.proposal, r.proposalErr = v.API.ProposalOf(v.Context(), record.RequestID) })
	}
	if len(record.SimulatedResources) > 0 {
		calls.Go(func() { r.provider, r.providerErr = v.API.Provider(v.Context(), record.Provider) })
	}
	calls.Go(func() { r.history, r.historyErr = historyOf(v, record) })
	calls.Go(func() { r.profile, r.profileErr = theProfile(v, record) })
	calls.Wait()
	return r
}

// fix reads the fixes of the record's request.
func fix(v *shell.Visit, record request.Record) (wire.PartialEvaluation, error) {
	document, err := form.Of(record.Request).Document()
	if err != nil {
		return wire.PartialEvaluation{}, err
	}
	return v.API.Evaluate(v.Context(), document, api.Plain)
}

func show(v *shell.Visit) (shell.Answer, error) {
	stored, err := v.API.Record(v.Context(), chi.URLParam(v.Request, "request_id"))
	if err != nil {
		return shell.Answer{}, err
	}
	record := stored.Value
	r := read(v, record)
	p := newPage(v, record, r)
	if v.URL.Query().Get("recorded") == "before" {
		p.Before = newBefore(record, r.history.Items)
	}
	return template.Answer(p.Heading, p), nil
}

func newPage(v *shell.Visit, record request.Record, r readings) Page {
	p := Page{
		Exceptions: parts.ExceptionsOfRecord(record),
		Groups:     groups(record, r.evaluation.Alternatives), Others: others(record, r.evaluation.Alternatives),
		Bar:    form.NewBar(record.Estimate, record.Request.MonthlyBudget),
		Priced: form.Text(record.Estimate.PriceTable), Costs: costs(record.Estimate),
		Proposal:    newProposal(v, record, r),
		Table:       table(record),
		NoResources: noResources(record),
		RequestID:   record.RequestID, Fingerprint: record.Fingerprint, EvaluatedOn: form.Text(record.EvaluatedOn), RecordPath: record.RecordPath,
		Steps: steps(record, r), History: newHistory(v, record, r),
		Duplicate: newPath + url.QueryEscape(record.RequestID), Compare: listing.ComparePath + "?a=" + url.QueryEscape(record.RequestID),
	}
	if r.providerErr != nil {
		p.NoPicture = "The picture could not be drawn, because the platform does not say now what the resources are for. The table has all of them."
	} else {
		p.Topology = topology.New(record.SimulatedResources, record.Estimate, r.provider)
	}
	decision := p.decide(v, record, r)
	p.Heading = fmt.Sprintf("%s, %s: %s", record.Request.Application, record.Request.Environment, decision)
	return p
}

// decide fills in the decision and its explanation. It returns the decision in words for the
// heading.
func (p *Page) decide(v *shell.Visit, record request.Record, r readings) string {
	switch listing.Decided(record) {
	case listing.Accepted:
		p.Badge = shell.Accepted(len(record.Exceptions))
		p.Answer = "Every mandatory rule is kept. Create a review proposal to hand it to reviewers."
		if len(p.Exceptions) > 0 {
			p.Answer = "Every other mandatory rule is kept. Create a review proposal to hand it to reviewers."
		}
		return p.Badge.Word
	case listing.Denied:
		p.Badge, p.Answer = shell.DeniedBadge, "Nothing was lost: change what is listed and send it as a new request."
		p.Denials, p.Fixes = form.Denials(record.Violations), newFixes(v, record, r)
		if len(r.evaluation.Contradicting) > 0 || r.evaluation.Nearest != nil {
			p.Answer = "Nothing was lost, but no value that was tried leads to acceptance: what is below says why."
			return "Denied, no fix"
		}
		return "Denied, " + form.ToDo(record.Violations, r.evaluation.Alternatives)
	default:
		p.Badge, p.Unknown = shell.NotUnderstoodBadge, true
		p.Answer = fmt.Sprintf("The platform says %q, which this portal does not understand; it may be older than the platform. Read the record itself, and use a portal of the same release.", record.Decision)
		return p.Badge.Word
	}
}

func newFixes(v *shell.Visit, record request.Record, r readings) *parts.Fixes {
	if notice := v.Notice("The fix could not be read", r.fixErr); notice != nil {
		return parts.UnreadFixes(notice)
	}
	return parts.NewFixes(parts.Denied{
		Violations: record.Violations, Estimate: record.Estimate, Evaluation: r.evaluation,
		Own: v.Installation.Policies, Stored: record.RequestID,
	})
}

// noResources says why a record has no resources; empty if it has some.
func noResources(record request.Record) string {
	switch {
	case len(record.SimulatedResources) > 0:
		return ""
	case listing.Decided(record) == listing.NotUnderstood:
		return "The record has no resources."
	case record.Decision == request.Denied:
		return "A denied request has no resources."
	case profile.Mode(record.Mode).ReturnsResources():
		return "The adapter lists no resources for this request."
	default:
		return fmt.Sprintf("Only simulation mode shows resources; this request was evaluated in %s mode. The proposal holds them as inputs for review.", record.Mode)
	}
}
