package review

import (
	"fmt"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
	"platform.internal/portal/internal/topology"
)

// readings are what the page asks beside the record: each may fail by itself.
type readings struct {
	evaluation  api.Evaluation
	fixErr      error
	proposal    string
	proposalErr error
	profile     []byte
	profileErr  error
}

func read(v *shell.Visit, record request.Record) readings {
	var r readings
	var calls sync.WaitGroup
	if record.Decision == request.Denied {
		calls.Go(func() { r.evaluation, r.fixErr = fix(v, record) })
	} else {
		calls.Go(func() { r.proposal, r.proposalErr = v.API.ProposalOf(v.Context(), record.RequestID) })
	}
	calls.Go(func() { r.profile, r.profileErr = theProfile(v, record) })
	calls.Wait()
	return r
}

// fix asks for the changes that lead the request to acceptance.
func fix(v *shell.Visit, record request.Record) (api.Evaluation, error) {
	document, err := form.Of(record.Request).Document()
	if err != nil {
		return api.Evaluation{}, err
	}
	return v.API.Evaluate(v.Context(), document)
}

func show(v *shell.Visit) (shell.Answer, error) {
	record, err := v.API.Request(v.Context(), chi.URLParam(v.Request, "request_id"))
	if err != nil {
		return shell.Answer{}, err
	}
	p := newPage(v, record, read(v, record))
	return template.Answer(p.Heading, p), nil
}

func newPage(v *shell.Visit, record request.Record, r readings) Page {
	p := Page{
		Heading: fmt.Sprintf("%s, %s: Accepted", record.Request.Application, record.Request.Environment),
		Badge:   shell.AcceptedBadge, Answer: kept(record.Exceptions) + " Create a review proposal to hand it to reviewers.",
		Groups: groups(record), Others: others(record),
		Bar:    form.NewBar(record.Estimate, record.Request.MonthlyBudget),
		Priced: form.Text(record.Estimate.PriceTable), Costs: costs(record.Estimate),
		Proposal: newProposal(v, record, r),
		Topology: topology.New(record.SimulatedResources), Table: table(record.SimulatedResources),
		NoResources: noResources(record),
		RequestID:   record.RequestID, Fingerprint: record.Fingerprint, EvaluatedOn: form.Text(record.EvaluatedOn), RecordPath: record.RecordPath,
		Steps: steps(record, r),
	}
	if record.Decision == request.Denied {
		p.Heading = fmt.Sprintf("%s, %s: Denied, %s", record.Request.Application, record.Request.Environment, form.ToChange(record.Violations))
		p.Badge, p.Answer = shell.DeniedBadge, "Nothing was lost: change what is listed and send it as a new request."
		p.Denials, p.Fix = form.Denials(record.Violations), newFix(v, record, r)
	}
	return p
}

// kept says which mandatory rules an accepted request keeps.
func kept(exceptions []request.Exception) string {
	if len(exceptions) == 0 {
		return "Every mandatory rule is kept."
	}
	var list []string
	for _, x := range exceptions {
		list = append(list, fmt.Sprintf("%s (until %s, of %s)", x.PolicyID, x.Until, x.Owner))
	}
	return "Every mandatory rule is kept but for those with an exception: " + strings.Join(list, ", ") + "."
}

// noResources says why a record has no resources; empty where it has some.
func noResources(record request.Record) string {
	switch {
	case len(record.SimulatedResources) > 0:
		return ""
	case record.Decision == request.Denied:
		return "A denied request has no resources."
	case profile.Mode(record.Mode).ReturnsResources():
		return "The adapter lists no resources for this request."
	default:
		return fmt.Sprintf("Only simulation mode shows resources; this request was evaluated in %s mode. The proposal holds them as inputs for review.", record.Mode)
	}
}
