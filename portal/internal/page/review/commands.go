package review

import (
	"bytes"
	"encoding/json"
	"fmt"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/shell"
)

// theProfile returns the installation profile with the policy date of the record. The evaluation
// therefore gives the same result on any day.
func theProfile(v *shell.Visit, record request.Record) (profile.Profile, error) {
	installed, err := v.API.Installation(v.Context())
	p := installed.Value
	p.PolicyDate = record.EvaluatedOn
	return p, err
}

// indented returns v as indented JSON without HTML escapes, because a program reads it.
func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		return nil, fmt.Errorf("encode document: %w", err)
	}
	return b.Bytes(), nil
}

// steps returns the commands that reproduce the record in a terminal, byte for byte and without a
// network.
func steps(record request.Record, r readings) []shell.Command {
	request, err := indented(record.Request)
	profile, profileErr := indented(r.profile)
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

// hereDocument returns a command that writes content to a file. The quoted END stops the shell from
// expanding the content; no line of JSON is END.
func hereDocument(file string, content []byte) string {
	return "cat > " + file + " <<'END'\n" + string(content) + "END"
}
