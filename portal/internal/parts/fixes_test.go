package parts_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/parts"
)

// TestAFactIsDeclaredByItself checks that a button for a fact changes nothing else, and that a
// button for a fix changes no fact.
func TestAFactIsDeclaredByItself(t *testing.T) {
	r := request.Template("eu-west-1")
	alternative := wire.Alternative{
		Changes: []request.Change{{Field: "monthly_budget", From: request.Number(1), To: request.Number(300)}},
		Confirm: []wire.ConfirmedField{
			{Field: "environment", Values: []request.Value{request.Text("production")}},
			{Field: "data_classification", Values: []request.Value{request.Text("confidential"), request.Text("public")}},
		},
		Request: r,
	}
	denied := parts.DeniedRequest{Evaluation: wire.PartialEvaluation{Fixes: wire.Fixes{Alternatives: []wire.Alternative{alternative}}}}
	f := parts.NewFixes(denied)
	assert.Equal(t, "No fix without other facts", f.Heading)
	assert.Equal(t, []parts.Take{{Text: "Fill in the rest of the fix", Use: "monthly_budget=300&facts=environment%2Cdata_classification", Quiet: true}}, f.Takes)
	assert.Equal(t, []parts.Fact{
		{Label: "environment", Choices: []parts.Take{{Text: "It is production", Use: "environment=production", Quiet: true}}},
		{Label: "data class", Choices: []parts.Take{{Text: "It is confidential", Use: "data_classification=confidential", Quiet: true}, {Text: "It is public", Use: "data_classification=public", Quiet: true}}},
	}, f.Facts)

	denied.Stored = "req-1"
	for _, fact := range parts.NewFixes(denied).Facts {
		assert.Len(t, fact.Choices, 1)
		assert.Empty(t, fact.Choices[0].Use)
		assert.Contains(t, fact.Choices[0].Address, "/requests/new?from=req-1&facts=environment%2Cdata_classification#")
	}

	denied.Evaluation.Alternatives[0].Changes = nil
	assert.Empty(t, parts.NewFixes(denied).Takes)
}

func TestTheFactsOfEachFixAreShown(t *testing.T) {
	alternatives := []wire.Alternative{
		{Confirm: []wire.ConfirmedField{{Field: "environment", Values: []request.Value{request.Text("production")}}}},
		{Confirm: []wire.ConfirmedField{{Field: "data_classification", Values: []request.Value{request.Text("confidential")}}}},
	}
	f := parts.NewFixes(parts.DeniedRequest{Evaluation: wire.PartialEvaluation{Fixes: wire.Fixes{Alternatives: alternatives}}})
	assert.Equal(t, "No fix without other facts", f.Heading)
	assert.Equal(t, []string{"Fix 1", "Fix 2"}, f.Columns)
	assert.Empty(t, f.Takes)
	assert.Equal(t, []parts.Fact{
		{Label: "environment", Choices: []parts.Take{{Text: "It is production", Use: "environment=production", Quiet: true}}},
		{Label: "data class", Choices: []parts.Take{{Text: "It is confidential", Use: "data_classification=confidential", Quiet: true}}},
	}, f.Facts)
}
