package service_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// exceptionFrom returns an exception from a policy for the request of a test, until a day.
func exceptionFrom(policy, until string) string {
	return "{policy: " + policy + ", application: checkout, environment: development, owner: net@example.com, reason: The old one stays until the move., until: " + until + "}"
}

// onDay returns the record of a request on a day and its proposal. The proposal is nil if the request is
// denied.
func onDay(t *testing.T, profile, day string, r request.Request) (request.Record, *proposal.Proposal) {
	t.Helper()
	s := installed(t, &scripted{}, profile+"policy_date: '"+day+"'\n")
	stored := submitted(t, s, "a", r)
	record := decoded[request.Record](t, stored.JSON())
	if record.Decision == request.Denied {
		return record, nil
	}
	p := proposed(t, s, "a", stored.RequestID)
	made := decoded[proposal.Proposal](t, p.JSON())
	return record, &made
}

func TestAnExceptionIsInTheRecordAndTheEvidence(t *testing.T) {
	r := changed(t, "network_cidr=10.0.0.0/25")
	text := simulation + "exceptions: [" + exceptionFrom("common.network.size", "2026-11-25") + "]\n"
	first, before := onDay(t, text, "2026-11-21", r)
	last, after := onDay(t, text, "2026-11-25", r)
	ended, none := onDay(t, text, "2026-11-26", r)
	require.Len(t, first.Exceptions, 1)
	assert.Equal(t, request.Accepted, first.Decision)
	assert.Empty(t, first.Violations)
	assert.Equal(t, first.Exceptions, last.Exceptions, "one that ends today still holds")
	assert.Equal(t, request.Denied, ended.Decision)
	assert.Empty(t, ended.Exceptions)
	assert.Nil(t, none)
	assert.Equal(t, before, after, "evidence is the same on every day")

	evidence := decoded[proposal.PolicyDecision](t, []byte(before.Artifacts[3].Content))
	for _, o := range evidence.Rules {
		if o.PolicyID != "common.network.size" {
			assert.Zero(t, o.Exception)
			continue
		}
		assert.Equal(t, request.Excepted, o.Outcome)
		assert.Equal(t, "A /25 network is too small for an environment.", o.Message)
		assert.Equal(t, proposal.RuleException{Owner: "net@example.com", Reason: "The old one stays until the move.", Until: "2026-11-25"}, o.Exception)
	}
	page := before.Artifacts[5].Content
	assert.Contains(t, page, "\n## Accepted with exceptions\n")
	assert.Contains(t, page, "| `common.network.size` | A /25 network is too small for an environment. | The old one stays until the move. | `net@example.com` | 25 Nov 2026 |")
	assert.Contains(t, page, " 1 broken with an exception, ")
	assert.Contains(t, before.Artifacts[6].Content, "\"warnedTests\": [\n      \"common.network.size\"\n    ]")
	assert.Contains(t, before.Artifacts[6].Content, `"result": "WARNED"`)
}

// TestARuleThatIsBrokenOnSomeDays checks the rule of the expiry horizon on three days. First the request
// breaks it with an exception, then without, and later it satisfies the rule. The evidence stays the same.
func TestARuleThatIsBrokenOnSomeDays(t *testing.T) {
	r := changed(t, "expiry_date=2027-02-22")
	text := simulation + "exceptions: [" + exceptionFrom("common.expiry.horizon", "2026-11-22") + "]\n"
	broken, before := onDay(t, text, "2026-11-22", r)
	denied, none := onDay(t, text, "2026-11-23", r)
	kept, after := onDay(t, text, "2026-11-24", r)
	assert.Len(t, broken.Exceptions, 1)
	assert.Equal(t, request.Denied, denied.Decision)
	assert.Nil(t, none)
	assert.Empty(t, kept.Exceptions)
	assert.Equal(t, request.Accepted, kept.Decision)
	assert.Equal(t, before, after, "evidence is the same on every day on which it is accepted")
	page := before.Artifacts[5].Content
	assert.Contains(t, page, "| `common.expiry.horizon` | The day decides whether this rule is kept: The expiry date is within the horizon. | The old one stays until the move. | `net@example.com` | 22 Nov 2026 |")
	for _, o := range decoded[proposal.PolicyDecision](t, []byte(before.Artifacts[3].Content)).Rules {
		assert.Equal(t, o.PolicyID == "common.expiry.horizon", o.Outcome == request.DependsOnDate, o.PolicyID)
		assert.Equal(t, o.PolicyID == "common.expiry.horizon", o.Exception.Owner == "net@example.com", o.PolicyID)
		assert.Empty(t, o.Message)
	}
}

func TestAnExceptionIsCheckedWithAllElse(t *testing.T) {
	for _, provider := range []string{"provider_t", "provider_x"} {
		s := newService(t, &scripted{})
		_, _, err := s.Install(t.Context(), draft(t, "provider: "+provider+"\nmode: simulation\nunpriced: perhaps\nexceptions: ["+
			exceptionFrom("common.network.sise", "2026-13-01")+", "+exceptionFrom("provider_t.application.reserved", "2026-12-01")+"]\n"))
		var got []string
		for _, f := range problem.From(err).Faults {
			got = append(got, f.Field)
		}
		want := []string{"unpriced", "exceptions[0].until", "exceptions[0].policy", "exceptions[1].policy"}
		if provider == "provider_x" {
			want = append([]string{"provider"}, want...)
		}
		assert.Equal(t, want, got)
	}
}

func TestReadinessKnowsExceptions(t *testing.T) {
	s := newService(t, &scripted{})
	for until, status := range map[string]profile.CheckStatus{"2026-11-21": profile.Passed, "2026-11-20": profile.Warning} {
		ready, err := s.Validate(t.Context(), draft(t, simulation+"exceptions: ["+exceptionFrom("common.network.size", until)+"]\n"))
		require.NoError(t, err)
		check := ready.Checks[len(ready.Checks)-1]
		assert.Equal(t, "installation.exceptions", check.ID)
		assert.Equal(t, status, check.Status)
		assert.Equal(t, status == profile.Passed, ready.Ready)
	}
}

func TestTheListOfRulesHasTheExceptions(t *testing.T) {
	for until, ended := range map[string]bool{"2026-11-21": false, "2026-11-20": true} {
		s := installed(t, &scripted{}, simulation+"policy_date: 2026-11-21\nexceptions: ["+exceptionFrom("common.network.size", until)+"]\n")
		list, err := s.Policies(t.Context())
		require.NoError(t, err)
		assert.NotEmpty(t, list.Items)
		require.Len(t, list.Exceptions, 1)
		assert.Equal(t, "common.network.size", list.Exceptions[0].Policy)
		assert.Equal(t, ended, list.Exceptions[0].Ended)
	}
	_, err := newService(t, &scripted{}).Policies(t.Context())
	assert.Equal(t, problem.InstallationNotFound, problem.From(err).Code)
	list, err := installed(t, &scripted{}, simulation).Policies(t.Context())
	require.NoError(t, err)
	assert.Nil(t, list.Exceptions)
}

func TestAPartialEvaluationKnowsExceptions(t *testing.T) {
	s := installed(t, &scripted{}, simulation+"exceptions: ["+exceptionFrom("common.network.size", "2026-11-21")+"]\n")
	status := func(e wire.PartialEvaluation) request.Outcome { return statuses(e)["common.network.size"] }
	e := partial(t, s, `{"network_cidr":"10.0.0.0/25"}`)
	assert.Equal(t, request.Open, status(e))
	assert.Equal(t, wire.VerdictOpen, e.Verdict)
	e = partial(t, s, `{"network_cidr":"10.0.0.0/25","application":"checkout","environment":"dev"}`)
	assert.Equal(t, request.Excepted, status(e))
	assert.Len(t, e.Exceptions, 1)
	e = partial(t, s, `{"network_cidr":"10.0.0.0/25","application":"checkout","environment":"test"}`)
	assert.Equal(t, request.Violated, status(e))
	assert.Equal(t, wire.VerdictDenied, e.Verdict)
}

// TestAFixKnowsExceptions checks that a fix changes no field for a rule with an exception. A fix never
// suggests the application or the environment of another exception.
func TestAFixKnowsExceptions(t *testing.T) {
	const team = `policies:
- {id: team.owner, title: t, field: owner, level: mandatory, require: 'request.owner == "nobody@example.com"', message: m, remediation: r, expected: e}
`
	var open []string
	fixes := func(text, application string, changes map[string]request.Value) []request.Change {
		s := installed(t, &scripted{}, text)
		r := theRequest(t, application)
		for field, v := range changes {
			require.NoError(t, r.Set(field, v))
		}
		e := evaluated(t, s, r)
		require.Equal(t, request.Denied, e.Record.Decision)
		open = nil
		for _, a := range e.Alternatives {
			for _, o := range a.Open {
				open = append(open, o.Field)
			}
		}
		after := evaluated(t, s, with(t, r, e.Fix))
		assert.Equal(t, len(e.Fix) > 0, after.Record.Decision == request.Accepted)
		return e.Fix
	}
	network := simulation + "exceptions: [" + exceptionFrom("common.network.size", "2026-11-21") + "]\n"
	small := map[string]request.Value{"network_cidr": request.Text("10.0.0.0/25"), "controls.private_cluster": request.Flag(false)}
	assert.Equal(t, []request.Change{
		{Field: "controls.private_cluster", From: request.Flag(false), To: request.Flag(true), PolicyID: "common.controls.private-cluster"},
	}, fixes(network, "checkout", small), "the network may stay")
	assert.Len(t, fixes(network, "billing", small), 2)

	owner := simulation + team + "exceptions: [" + exceptionFrom("team.owner", "2026-11-21") + "]\n"
	assert.Empty(t, fixes(owner, "billing", nil), "nobody is to call it checkout")
	assert.Equal(t, []string{"owner"}, open, "and nobody is asked for another application")
	assert.Empty(t, fixes(owner, "checkout", map[string]request.Value{"environment": request.Text("test")}))
	assert.Equal(t, []string{"owner"}, open, "that is asked for before it is moved to where it has one")
}
