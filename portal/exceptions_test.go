package portal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/portaltest"
)

const excepted = "1 rule is broken with an exception"

// TestAnExceptionIsBeforeTheRest checks the order on the page: denials, exceptions, other content.
func TestAnExceptionIsBeforeTheRest(t *testing.T) {
	with1 := func(record request.Record) request.Record {
		record.Exceptions = []request.ExceptedViolation{{
			PolicyID: "organisation.network", Message: "The network is <b>too small</b>.", Owner: "net@example.com", Reason: "The old network stays.", Until: "2026-12-31",
		}}
		return record
	}
	record := with1(accepted(profile.Sandbox))
	p := page(t, portaltest.Start(t, with(portaltest.Answers{
		portaltest.RequestsPath + "/" + record.RequestID: portaltest.JSON(record), proposalsPath: portaltest.JSON(portaltest.List{}),
	})), "/requests/"+record.RequestID, 200)
	require.True(t, strings.HasPrefix(p.Text(), "checkout, development: Accepted with 1 exception "+excepted), p.Text())
	p.Contains("The network is <b>too small</b>. organisation.network Reason The old network stays. Owner net@example.com Last day 31 Dec 2026")

	shown := reviewOf(t, with1(denied()), wire.Fixes{})
	require.Less(t, strings.Index(shown.Text(), "The fix"), strings.Index(shown.Text(), excepted))
	reviewOf(t, denied(), wire.Fixes{}).Lacks("exception ")
}

func TestAProposalShowsTheExceptionsOfItsEvidence(t *testing.T) {
	x := proposal.RuleException{Owner: "net@example.com", Reason: "The old network stays.", Until: "2026-12-31"}
	text := func(rules ...proposal.RuleOutcome) string {
		p := portaltest.Proposal(t, "A plain justification.", rules...)
		address, _ := one(t, p)
		return page(t, address, "/proposals/"+p.ProposalID, 200).Text()
	}
	got := text(
		proposal.RuleOutcome{PolicyID: "organisation.network", Outcome: request.Excepted, Message: "The network is too small.", Exception: x},
		proposal.RuleOutcome{PolicyID: "organisation.day", Outcome: request.Excepted, Title: "Days are short", Message: "Today.", Dated: true, Exception: x},
		proposal.RuleOutcome{PolicyID: "organisation.other", Outcome: request.Satisfied},
	)
	require.Contains(t, got, "2 rules may be broken with exceptions")
	require.Contains(t, got, "The day decides whether this rule is kept: Days are short. organisation.day Reason The old network stays. Owner net@example.com Last day 31 Dec 2026")
	require.Less(t, strings.Index(got, "The network is too small."), strings.Index(got, "Content hash"))
	require.NotContains(t, text(), "exceptions")
}

// TestExceptionsFollowTheDecision checks the form, the lists and the review page.
func TestExceptionsFollowTheDecision(t *testing.T) {
	record := accepted(profile.Sandbox)
	record.Exceptions = []request.ExceptedViolation{
		{PolicyID: "b", Field: "network_cidr", Message: "The network is too small.", Until: "2026-12-31"},
		{PolicyID: "a", Field: "monthly_budget", Message: "The budget is <b>small</b>.", Until: "2026-12-01"},
	}
	evaluation := partial(record, wire.Fixes{})
	evaluation.Exceptions = record.Exceptions
	address := portaltest.Start(t, with(portaltest.Answers{evaluatePath: portaltest.JSON(evaluation), portaltest.RequestsPath: portaltest.JSON(portaltest.List{Items: []request.Record{record, denied()}})}))
	checked := posted(t, address, "/requests/check", filled(), 200)
	require.True(t, strings.HasPrefix(checked.Text(), "Policy would accept this request with 2 exceptions Nothing was sent yet. Submit it to make the request. "+
		"The budget is <b>small</b>. The exception holds until 1 Dec 2026. The network is too small. The exception holds until 31 Dec 2026."), checked.Text())
	checked.Contains("Accepted with 2 exceptions Checking… Policy would accept this request with 2 exceptions.")
	list := rows(page(t, address, "/requests", 200))
	require.Contains(t, list[1], "Accepted with 2 exceptions")
	require.NotContains(t, list[2], "exception")
}
