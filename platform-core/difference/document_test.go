package difference_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// TestARuleAtAnotherLevel checks a rule that becomes mandatory: it is broken now, and no longer broken as an advisory.
func TestARuleAtAnotherLevel(t *testing.T) {
	in := input(t)
	before, after := record(in, false), record(in, false)
	after.Decision = request.Denied
	after.Violations, after.Advisories = after.Advisories, nil
	after.SimulatedResources = nil
	d := difference.Compare("a", difference.FromRecord(before), "b", difference.FromRecord(after))
	assert.Equal(t, []string{
		"broken: b.advice mandatory region It is far.", "no longer: b.advice advisory", "missing resources of b: denied",
		"missing inputs of a: record_document", "missing inputs of b: record_document",
	}, shown(d))
	assert.False(t, d.Same)
}

// TestOfProposalIsWhatTheProposalIs checks that FromProposal returns the document of the later proposal, with the rules
// of the record.
func TestOfProposalIsWhatTheProposalIs(t *testing.T) {
	before, after := input(t), input(t)
	after.Resources = after.Resources[1:]
	after.Estimate.Items = after.Estimate.Items[:1]
	after.Inputs = []byte(`{"count": 3, "list": [1, 2]}`)
	after.Root = []byte("terraform {}\n# more\n")
	made := func(in proposal.Input) difference.Document {
		d, err := difference.FromProposal(record(in, false), in)
		require.NoError(t, err)
		return d
	}
	want := difference.Compare("a", proposalOf(t, before), "b", proposalOf(t, after))
	assert.Equal(t, want, difference.Compare("a", made(before), "b", made(after)))
	before.Inputs = []byte("none")
	_, err := difference.FromProposal(record(before, false), before)
	assert.Equal(t, problem.ProposalRejected, problem.From(err).Code)
}

func TestAnEvaluationIsReadAsItsRecord(t *testing.T) {
	in := input(t)
	text := encoded(t, map[string]any{"schema": request.EvaluationSchema, "record": record(in, true), "fix": []string{}})
	d := read(t, text)
	assert.Equal(t, difference.Record, d.Kind())
	assert.Equal(t, request.Denied, d.Decision())
	assert.Equal(t, in.Request, d.Request())
	for _, c := range []string{`{"schema":"` + request.EvaluationSchema + `"}`, `{"schema":"` + request.EvaluationSchema + `","record":[]}`} {
		_, err := difference.Read("file", document.Source{Name: "file", Format: document.JSON, Data: []byte(c)})
		assert.Equal(t, problem.MalformedBody, problem.From(err).Code, c)
	}
}
