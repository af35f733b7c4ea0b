package review

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"net/http"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// retryPage is the page for a proposal that could not be created. It sends the same attempt again,
// with the same idempotency key.
type retryPage struct{ Heading, Reason, Code, Key, RequestID string }

//go:embed retry.html
var retrySource string

var retry = parts.Parse[retryPage](retrySource)

// propose creates the proposal and redirects to its page.
func propose(v *shell.Visit) (shell.Answer, error) {
	sent, err := v.Form()
	if err != nil {
		return nil, err
	}
	again := retryPage{Key: sent.Get("key"), RequestID: idOf(v)}
	id, err := v.API.Propose(v.Context(), again.Key, again.RequestID)
	if err == nil {
		return shell.SeeOther("/proposals/" + id), nil
	}
	// The API may have completed a call that it did not answer.
	var status int
	var failure *api.Failure
	var p *problem.Problem
	switch {
	case errors.As(err, &failure):
		again.Heading, status = "It is not known whether the proposal was created", failure.Status
		again.Reason, again.Code = "The platform API did not answer.", failure.Code
	case errors.As(err, &p) && p.Code.Status() >= http.StatusInternalServerError:
		again.Heading, status = "No proposal was created", p.Code.Status()
		again.Reason, again.Code = p.Detail, string(p.Code)
	default:
		return nil, err
	}
	return retry.Answer("Error: Create review proposal", again).WithStatus(status), nil
}

// steps returns the commands that reproduce the record in a terminal, byte for byte and without a
// network. The profile has the policy date of the record, so that the evaluation gives the same
// result on any day.
func steps(record request.Record, r readings) []shell.Command {
	r.profile.Value.PolicyDate = record.EvaluatedOn
	request, err := indented(record.Request)
	profile, profileErr := indented(r.profile.Value)
	if err != nil || profileErr != nil || r.profileErr != nil {
		return nil
	}
	return []shell.Command{
		{
			Step: "Write the installation profile, with the day of this evaluation.", Name: "the profile",
			Text: hereDocument("profile.json", profile),
		},
		{
			Step: "Write the request.", Name: "the request",
			Text: hereDocument("request.json", request),
		},
		{
			Step: "Evaluate it. The answer is this record, byte for byte.", Name: "the command",
			Text: "platform request validate request.json --profile profile.json",
		},
	}
}

// indented returns v as indented JSON without HTML escapes, because a program reads it.
func indented(v any) (string, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(v)
	return b.String(), err
}

// hereDocument returns a command that writes content to a file. The quoted END stops the shell from
// expanding the content; no line of JSON is END.
func hereDocument(file, content string) string {
	return "cat > " + file + " <<'END'\n" + content + "END"
}
