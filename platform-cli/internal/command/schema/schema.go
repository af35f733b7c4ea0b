// Package schema is the command `platform schema`, which [New] returns. It prints the JSON Schema
// of request documents.
package schema

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// requestSchema is the name of the only schema that depends on the installation. The server has the
// other schemas.
const requestSchema = "request"

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	c := inv.Command("schema", run)
	c.ValidArgsFunction = cobra.FixedCompletions([]string{requestSchema}, cobra.ShellCompDirectiveNoFileComp)
	inv.TakesProfile(c)
	c.Flags().Lookup("profile").Usage =
		"name the regions of this installation `PROFILE` (JSON or YAML; - for standard input)"
	return c
}

func run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	if args[0] != requestSchema {
		return nil, problem.New(problem.UsageError,
			"There is no schema %q here; write request. A server has those of all documents at /schemas/NAME, and /openapi.json lists them.",
			problem.Excerpt(args[0], 60))
	}
	regions, err := regions(ctx, inv)
	if err != nil {
		return nil, err
	}
	return host.Encoded(request.Schema(regions), problem.ExitDone)
}

// regions returns the regions that the installation allows, or nil without a profile.
func regions(ctx context.Context, inv *host.Invocation) ([]string, error) {
	if inv.Profile == "" {
		return nil, nil
	}
	s, err := inv.Session(ctx)
	if err != nil {
		return nil, err
	}
	return s.Installed.Profile.AllowedRegions, nil
}
