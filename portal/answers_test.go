package portal_test

import (
	"time"

	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/portaltest"
)

// The API paths of the proposals, and of the page Readiness.
const (
	proposalsPath = "/v1/deployment-proposals"
	validatePath  = "/v1/platform/installation/validate"
	providersPath = "/v1/platform/providers"
)

// partial returns the partial evaluation of the record's request, which is complete.
func partial(record request.Record, fixes wire.Fixes) wire.PartialEvaluation {
	verdict := wire.VerdictAccepted
	if len(record.Violations) > 0 {
		verdict = wire.VerdictDenied
	}
	return wire.PartialEvaluation{
		Verdict: verdict, Violations: record.Violations, Advisories: record.Advisories,
		Estimate: &record.Estimate, Fixes: fixes,
	}
}

// alternative returns a fix that makes the changes to the request of a denied record. The result
// costs this number of USD a month.
func alternative(record request.Record, dollars int64, changes ...request.Change) wire.Alternative {
	total := request.Cents(dollars * 100)
	a := wire.Alternative{
		Changes: changes, Request: record.Request,
		Estimate: wire.Cost{Currency: "USD", KnownTotal: total, MonthlyTotal: total},
	}
	for i, c := range changes {
		changes[i].From = record.Request.Value(c.Field)
		if err := a.Request.Set(c.Field, c.To); err != nil {
			panic(err)
		}
	}
	return a
}

// listed returns one page of the list of proposals. Each proposal is for application checkout. Its
// time is 30 minutes before the entry at the same index of a [portaltest.List].
func listed(proposals []proposal.Proposal, next string) wire.List[api.Listed] {
	list := wire.List[api.Listed]{Items: []api.Listed{}, Next: next}
	for i, made := range proposals {
		list.Items = append(list.Items, api.Listed{
			ProposalID: made.ProposalID, RequestID: made.RequestID, Status: made.Status,
			Placeholders: made.Placeholders, GuardedStages: made.GuardedStages,
			ProposalOrigin: wire.ProposalOrigin{
				Brief:      portaltest.Record("checkout", request.Accepted).Request.Brief(),
				KnownTotal: request.Cents(100), ReceivedAt: portaltest.Received.Add(-time.Duration(i)*time.Hour - 30*time.Minute),
			},
		})
	}
	return list
}
