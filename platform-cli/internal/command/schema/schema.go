// Package schema is the command `platform schema`, which [New] returns. It prints the JSON Schema
// of a document.
package schema

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/schemas"
	"platform.internal/platform-core/terminal"
)

// requestSchema is the short name of [schemas.Request], the only schema that depends on the
// installation.
const requestSchema = "request"

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	c := inv.Command("schema", run)
	c.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		known, _ := names()
		return known, cobra.ShellCompDirectiveNoFileComp
	}
	inv.TakesProfile(c)
	c.Flags().Lookup("profile").Usage =
		"name the regions of this installation `PROFILE` (JSON or YAML; - for standard input)"
	return c
}

func run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	if args[0] != requestSchema {
		return named(inv, args[0])
	}
	regions, err := regions(ctx, inv)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, f := range request.Fields() {
		lines = append(lines, terminal.Wrap(f.Name+": "+f.Form())...)
	}
	return inv.Answer(request.Schema(regions), problem.ExitDone, lines, nil)
}

// fieldLines returns the fields of a document as lines, from its schema.
func fieldLines(content []byte) (lines []string) {
	var s struct {
		Description string
		Properties  map[string]struct{ Description string }
	}
	_ = json.Unmarshal(content, &s) // the platform's own schemas are valid
	lines = terminal.Wrap(s.Description)
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		lines = append(lines, terminal.Wrap(strings.TrimSuffix("  "+name+": "+s.Properties[name].Description, ": "))...)
	}
	return lines
}

// named returns the schema of another document than the request.
func named(inv *host.Invocation, name string) (*host.Result, error) {
	all, err := schemas.Load()
	if err != nil {
		return nil, err
	}
	content, ok := all[name]
	switch {
	case !ok:
		known, _ := names()
		return nil, problem.New(problem.UsageError, "There is no schema %q; write one of %s.",
			problem.Excerpt(name, 60), strings.Join(known, ", "))
	case inv.Profile != "":
		return nil, problem.New(problem.UsageError,
			"The flag --profile is only for the schema %s; the schema %s does not depend on it.", requestSchema, name)
	}
	return inv.Answer(json.RawMessage(content), problem.ExitDone, fieldLines(content), nil)
}

// names returns the names of all schemas, the request first.
func names() ([]string, error) {
	all, err := schemas.Load()
	return append([]string{requestSchema}, slices.Sorted(maps.Keys(all))...), err
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
