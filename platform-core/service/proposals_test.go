package service_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
)

func TestEvidenceIsTheSameOnEveryDay(t *testing.T) {
	const rules = `policies:
- {id: team.soon, title: t, field: expiry_date, level: advisory, require: 'days(policy_date, request.expiry_date) >= 22', message: m, remediation: r, expected: e}
- {id: team.words, title: t, field: owner, level: advisory, require: 'false', message_expression: '"On " + policy_date', remediation: r, expected: e}
- {id: team.always, title: t, field: owner, level: advisory, require: 'false', message: The owner is a list., remediation: Name a team., expected: e}
- {id: team.when, title: t, field: owner, level: mandatory, when: 'policy_date > "2026-11-23"', require: 'true', message: m, remediation: r, expected: e}
`
	var contents []string
	for _, day := range []string{"2026-11-21", "2026-11-25"} {
		s := installed(t, &scripted{}, simulation+"policy_date: '"+day+"'\n"+rules)
		r := submitted(t, s, "a", theRequest(t, "checkout"))
		assert.Equal(t, day == "2026-11-25", len(decoded[request.Record](t, r.JSON()).Advisories) == 3, "the record says what holds on its day")
		p := proposed(t, s, "a", r.RequestID)
		artifacts := decoded[proposal.Proposal](t, p.JSON()).Artifacts
		assert.Contains(t, artifacts[3].Content, request.DependsOnDate)
		assert.Contains(t, artifacts[3].Content, `"message": "The owner is a list."`)
		assert.Contains(t, artifacts[5].Content, "| `owner` | The owner is a list. Name a team. | `team.always` |")
		contents = append(contents, string(p.JSON()))
	}
	assert.Equal(t, contents[0], contents[1])
}

func TestARuleOfTheAdapterEnds(t *testing.T) {
	rule := adapter.Rule{
		ID: "provider_t.kubernetes.supported", Title: "Kubernetes is supported", Field: "cluster_size", Level: "advisory",
		Expected: "e", Reads: []string{"cluster_size"}, Until: "2026-11-24", Message: "It has ended.", Remediation: "Ask for another.",
	}
	var contents []string
	for day, late := range map[string]bool{"2026-11-24": false, "2026-11-25": true} {
		text := simulation + "policy_date: '" + day + "'\n"
		s := installed(t, &scripted{ending: rule}, text)
		r := submitted(t, s, "a", theRequest(t, "checkout"))
		record := decoded[request.Record](t, r.JSON())
		assert.Equal(t, request.Accepted, record.Decision)
		assert.Equal(t, late, len(record.Advisories) == 1, day)
		assert.Equal(t, late, len(partial(t, s, `{"cluster_size":"small"}`).Advisories) == 1, day)
		p := proposed(t, s, "a", r.RequestID)
		contents = append(contents, string(p.JSON()))
		ready, err := s.Validate(t.Context(), draft(t, text))
		require.NoError(t, err)
		check := ready.Checks[len(ready.Checks)-1]
		assert.Equal(t, rule.ID, check.ID)
		assert.Equal(t, profile.Warning, check.Status)
		assert.Equal(t, !late, check.Message == "Kubernetes is supported until 24 Nov 2026.")
	}
	s := newService(t, &scripted{ending: rule})
	for day, status := range map[string]profile.CheckStatus{"2026-08-25": profile.Passed, "2026-08-26": profile.Warning} {
		ready, err := s.Validate(t.Context(), draft(t, simulation+"policy_date: '"+day+"'\n"))
		require.NoError(t, err)
		assert.Equal(t, status, ready.Checks[len(ready.Checks)-1].Status, "warns 90 days before: %s", day)
	}
	assert.Equal(t, contents[0], contents[1], "evidence is the same on every day")
}

func TestProposalsDoNotDependOnTheDay(t *testing.T) {
	var contents []string
	for _, profile := range []string{simulation, simulation + "policy_date: '2026-12-01'", simulation + "policy_date: '2026-12-14'"} {
		s := installed(t, &scripted{}, profile)
		r := submitted(t, s, "a", theRequest(t, "checkout"))
		p := proposed(t, s, "a", r.RequestID)
		contents = append(contents, string(p.JSON()))
	}
	assert.Equal(t, contents[0], contents[1])
	assert.Equal(t, contents[0], contents[2])
}

func TestAReviewShowsWhatTheAdapterHas(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	r := submitted(t, s, "a", theRequest(t, "checkout"))
	p := proposed(t, s, "a", r.RequestID)
	artifacts := decoded[proposal.Proposal](t, p.JSON()).Artifacts
	assert.Contains(t, artifacts[5].Content, "| `environment` | `sandbox` | `000` | every declared resource |")
	assert.Contains(t, artifacts[5].Content, "| `cluster_size` | small: 2 nodes |")
	assert.Contains(t, artifacts[5].Content, "| Quota | `vCPU` | 8 in the region |")
	evidence := decoded[map[string]any](t, []byte(artifacts[4].Content))
	assert.Equal(t, []any{map[string]any{"kind": "quota", "name": "vCPU", "text": "8 in the region"}}, evidence["needs"])
	assert.Equal(t, []any{map[string]any{"type": "test_cluster", "properties": []any{"name"}}}, evidence["replacements"])
}

// decoded returns the value of a JSON document.
func decoded[T any](t *testing.T, data []byte) T {
	t.Helper()
	var v T
	require.NoError(t, json.Unmarshal(data, &v))
	return v
}

// TestAProposalNeedsTheSameAnswerAgain checks that Propose fails if the adapter no longer returns the
// evaluation in the stored record.
func TestAProposalNeedsTheSameAnswerAgain(t *testing.T) {
	adapter := &scripted{}
	s := installed(t, adapter, simulation)
	r := submitted(t, s, "a", theRequest(t, "checkout"))
	adapter.changed.Store(true)
	_, err := s.Propose(t.Context(), "a", r.RequestID)
	var p *problem.Problem
	require.ErrorAs(t, err, &p)
	assert.Equal(t, problem.ContractRepeats, p.Fault())
	adapter.changed.Store(false)
	_, err = s.Propose(t.Context(), "a", r.RequestID)
	assert.NoError(t, err, "the refused call bound nothing")
}

// TestProposalsShareTexts checks that proposals share the memory of a text that is the same in all of
// them.
func TestProposalsShareTexts(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	var roots, rules []*byte
	for _, name := range []string{"checkout", "billing"} {
		r := submitted(t, s, store.Key(name), theRequest(t, name))
		p := proposed(t, s, store.Key(name), r.RequestID)
		require.Len(t, p.Parts, 5)
		roots, rules = append(roots, &p.Parts[1].Text[0]), append(rules, &p.Parts[3].Text[0])
		assert.Contains(t, decoded[proposal.Proposal](t, p.JSON()).Artifacts[1].Path, "main.tf")
	}
	assert.Same(t, roots[0], roots[1])
	assert.Same(t, rules[0], rules[1])
}
