package host_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

func TestEveryCodeHasItsExit(t *testing.T) {
	for _, code := range problem.Codes() {
		r := host.Refusal(problem.New(code, "Detail."))
		assert.Equal(t, code.Exit(), r.Exit)
		assert.NotZero(t, r.Exit, "a refusal never exits as done")
	}
	assert.Equal(t, problem.ExitFailure, host.Refusal(errors.New("unknown")).Exit)
	interrupted := host.Refusal(fmt.Errorf("read: %w", context.Canceled))
	assert.Equal(t, problem.ExitInterrupted, interrupted.Exit)
	assert.Contains(t, string(interrupted.JSON), "interrupted")
}

// TestTheCauseIsForFailures checks that only failures show their cause. A usage error does not.
func TestTheCauseIsForFailures(t *testing.T) {
	cause := errors.New("no such process")
	failed := host.Refusal(problem.New(problem.AdapterUnavailable, "Gone.").Because(cause))
	assert.Equal(t, []string{"adapter_unavailable: Gone.", "cause: no such process"}, failed.Notes)
	assert.NotContains(t, string(failed.JSON), "no such process")
	denied := host.Refusal(problem.New(problem.UsageError, "No.").Because(cause))
	assert.Equal(t, []string{"usage_error: No."}, denied.Notes)
}

func TestProblemLines(t *testing.T) {
	p := &problem.Problem{Code: problem.InvalidRequest, Detail: "Two.", Faults: []problem.Fault{
		{Field: "owner", Code: problem.FaultMissing, Message: "is missing; write one", File: "a.yaml"},
		{Field: "regoin", Code: problem.FaultUnknown, Message: "is not a field; write region", File: "-", Line: 3, Column: 1,
			Source: problem.SourceLine{Text: "regoin: x"}},
		{Code: problem.FaultSyntax, Message: "has no content", File: "a.yaml"},
	}}
	assert.Equal(t, []string{
		"invalid_request: Two.",
		"",
		"standard input:3:1: unknown_field: regoin is not a field",
		"  3 | regoin: x",
		"    | ^^^^^^",
		"  write: region",
		"",
		"a.yaml: missing: owner is missing; write one",
		"",
		"a.yaml: syntax: has no content",
	}, host.ProblemLines(p))
	once := &problem.Problem{Code: problem.FileProtected, Detail: "x exists.",
		Faults: []problem.Fault{{Message: "exists"}}}
	assert.Equal(t, []string{"file_protected: x exists."}, host.ProblemLines(once))
}
