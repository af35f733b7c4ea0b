// Package requestdiff is the command `platform request diff`.
package requestdiff

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-cli/internal/result"
	"platform.internal/platform-cli/internal/terminal"
	"platform.internal/platform-cli/internal/usage"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

type options struct{ inv *host.Invocation }

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{inv}
	c := &cobra.Command{
		Use:   "diff A B",
		Short: "Show in which fields two requests differ once they are normalised",
		Long: `Show in which fields two request documents (JSON or YAML; - for standard input)
differ once they are normalised, and their fingerprints. Documents that differ
only in spelling are the same request. The exit code is 0 either way; the member
"same" is true or false.`,
		Example:           "  platform request diff request.yaml other.json",
		Args:              usage.Exactly("A", "B"),
		ValidArgsFunction: usage.DocumentArguments,
	}
	return inv.Runs(c, o.run)
}

// difference is the document of `request diff`.
type difference struct {
	Schema  string        `json:"schema"`
	Same    bool          `json:"same"`
	A       side          `json:"a"`
	B       side          `json:"b"`
	Changes []fieldChange `json:"changes"`
}

type side struct {
	File        string `json:"file"`
	RequestID   string `json:"request_id"`
	Fingerprint string `json:"fingerprint"`
}

type fieldChange struct {
	Field string        `json:"field"`
	A     request.Value `json:"a"`
	B     request.Value `json:"b"`
}

func (o *options) run(_ context.Context, args []string) (result.Result, error) {
	a, _, err := o.inv.Input.Request(args[0])
	if err != nil {
		return result.Result{}, err
	}
	b, _, err := o.inv.Input.Request(args[1])
	if err != nil {
		return result.Result{}, err
	}
	d := difference{
		Schema: "platform.request-difference/v1", Same: a == b,
		A: sideOf(args[0], a), B: sideOf(args[1], b), Changes: changes(a, b),
	}
	return result.Encoded(d, problem.ExitDone, d.lines()...)
}

func sideOf(file string, r request.Request) side {
	identity := r.Identify()
	return side{File: file, RequestID: identity.RequestID, Fingerprint: identity.Fingerprint}
}

func changes(a, b request.Request) []fieldChange {
	found := []fieldChange{}
	for _, field := range request.FieldNames() {
		if va, vb := a.Value(field), b.Value(field); va != vb {
			found = append(found, fieldChange{field, va, vb})
		}
	}
	return found
}

func (d difference) lines() []string {
	if d.Same {
		return []string{"the same request: " + d.A.RequestID}
	}
	lines := []string{fmt.Sprintf("%s and %s differ in %s", input.Name(d.A.File), input.Name(d.B.File), terminal.Count(len(d.Changes), "field"))}
	for _, c := range d.Changes {
		lines = append(lines, fmt.Sprintf("  %s: %s -> %s", c.Field, orNone(c.A), orNone(c.B)))
	}
	return lines
}

func orNone(v request.Value) string {
	if v.IsZero() {
		return "(none)"
	}
	return v.String()
}
