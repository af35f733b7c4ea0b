// Package requestrender is the command `platform request render`, which [New] returns. It prints
// the resources that an accepted request would have in simulation mode.
package requestrender

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	c := inv.Command("request render", run)
	inv.TakesProfile(c)
	return c
}

// rendering is the document of `request render`.
type rendering struct {
	Schema      string           `json:"schema"`
	RequestID   string           `json:"request_id"`
	Fingerprint string           `json:"fingerprint"`
	Provider    string           `json:"provider"`
	Mode        string           `json:"mode"`
	Decision    request.Decision `json:"decision"`
	Simulated   bool             `json:"simulated"`
	// Reason is the reason why there are no resources, or empty.
	Reason       string             `json:"reason,omitempty"`
	Resources    []request.Resource `json:"simulated_resources"`
	Estimate     request.Estimate   `json:"estimate"`
	CloudChanges int                `json:"cloud_changes"`
}

func run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	e, err := decision.EvaluateOne(ctx, inv, args[0], decision.AllAlternatives)
	if err != nil {
		return nil, err
	}
	shown := renderingOf(e.Record.Record)
	notes, table := e.Lines(), []string(nil)
	switch {
	case e.Record.Decision == request.Denied:
	case shown.Reason != "":
		notes = append(notes, terminal.Wrap(shown.Reason)...)
	default:
		table = e.Resources()
		notes = append(notes, terminal.Wrap(request.Count(len(shown.Resources), "resource")+" would exist; nothing was created")...)
	}
	return inv.Answer(shown, e.Exit(), append(table, notes...), notes)
}

func renderingOf(r request.Record) rendering {
	shown := rendering{
		Schema: "platform.simulated-resources/v1", RequestID: r.RequestID, Fingerprint: r.Fingerprint,
		Provider: r.Provider, Mode: r.Mode, Decision: r.Decision,
		Simulated: len(r.SimulatedResources) > 0, Resources: r.SimulatedResources, Estimate: r.Estimate,
	}
	switch {
	case shown.Simulated:
	case r.Decision == request.Denied:
		shown.Reason = "Policy denies this request, so it would have no resources."
	default:
		shown.Reason = fmt.Sprintf(
			"A request in %s mode has no simulated resources: only simulation mode returns them. `platform request propose` gives its infrastructure inputs.",
			r.Mode)
	}
	return shown
}
