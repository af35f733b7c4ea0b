package service_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

func TestDeniedRequests(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	r, err := s.Submit(t.Context(), "a", theRequest(t, "reserved"))
	require.NoError(t, err, "a denial is data")
	assert.Equal(t, request.Denied, r.Decision)
	assert.Contains(t, string(r.JSON()), `"simulated_resources": []`)
	assert.NotContains(t, string(r.JSON()), "record_path")
	_, err = s.Propose(t.Context(), "a", r.RequestID)
	assert.Equal(t, problem.RequestNotAccepted, code(err))
	_, err = s.Propose(t.Context(), "a", "req-ffffffffffffffffffff")
	assert.Equal(t, problem.RequestNotFound, code(err))
	_, err = s.Record(t.Context(), "req-ffffffffffffffffffff")
	assert.Equal(t, problem.RequestNotFound, code(err))
	_, err = s.Proposal(t.Context(), "prop-ffffffffffffffffffff")
	assert.Equal(t, problem.ProposalNotFound, code(err))
}

func TestResourcesInSimulationOnly(t *testing.T) {
	for _, mode := range []profile.Mode{profile.Simulation, profile.Sandbox, profile.Enterprise} {
		s := installed(t, &scripted{}, simulation+"mode: "+string(mode))
		r := submitted(t, s, "a", theRequest(t, "checkout"))
		assert.Equal(t, request.Accepted, r.Decision)
		record := decoded[request.Record](t, r.JSON())
		assert.Equal(t, mode == profile.Simulation, len(record.SimulatedResources) > 0, mode)
		assert.Equal(t, "200.50", record.Estimate.MonthlyTotal.String(), "an estimate in every mode")
		p := proposed(t, s, "a", r.RequestID)
		assert.Contains(t, decoded[proposal.Proposal](t, p.JSON()).Artifacts[4].Content, "network.main", "the inventory in every mode")
	}
}

func TestARefusedProposalSaysWhatToChange(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	r := submitted(t, s, "a", theRequest(t, "reserved"))
	_, err := s.Propose(t.Context(), "a", r.RequestID)
	faults := problem.From(err).Faults
	require.Len(t, faults, 1)
	assert.Equal(t, "application", faults[0].Field)
	assert.Equal(t, "The name is reserved. Choose another.", faults[0].Message, "an application is a fact, so none is written")
}

func TestTheDayOfThePolicy(t *testing.T) {
	for profile, want := range map[string]request.Decision{
		simulation:                               request.Accepted,
		simulation + "policy_date: '2026-12-14'": request.Accepted,
		simulation + "policy_date: '2026-12-15'": request.Denied,
	} {
		s := installed(t, &scripted{}, profile)
		r := submitted(t, s, "a", theRequest(t, "checkout"))
		assert.Equal(t, want, r.Decision, profile)
	}
}

func TestRecordJSONIsItsEncoding(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	r := submitted(t, s, "a", theRequest(t, "checkout"))
	assert.Contains(t, string(r.JSON()), `"violations": []`, "an empty list is a list")
	assert.Contains(t, string(r.JSON()), `"advisories": []`)
	var back request.Record
	require.NoError(t, json.Unmarshal(r.JSON(), &back))
	again, err := document.Encode(back)
	require.NoError(t, err)
	assert.Equal(t, string(r.JSON()), string(again))
}
