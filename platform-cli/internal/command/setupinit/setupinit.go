// Package setupinit is the command `platform setup init`.
package setupinit

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/output"
	"platform.internal/platform-cli/internal/result"
	"platform.internal/platform-cli/internal/usage"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

type options struct {
	inv      *host.Invocation
	provider string
	mode     string
	output   string
	force    bool
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{inv: inv}
	c := &cobra.Command{
		Use:   "init --provider ID [--mode MODE] [--output PROFILE.json]",
		Short: "Print a new installation profile, and write it with --output",
		Long: `Print the installation profile of a provider and a mode, with the provider's
default region and, where the mode needs boundaries, placeholders for them. With
--output the same bytes are written to a file as well, whole or not at all; an
existing file is protected unless --force is given.`,
		Example: `  platform setup init --provider provider_a --mode simulation
  platform setup init --provider provider_a --output profile.json`,
		Args: usage.Exactly(),
	}
	c.Flags().StringVar(&o.provider, "provider", "", "provider `ID`, such as provider_a or provider_b")
	c.Flags().StringVar(&o.mode, "mode", string(profile.Simulation), "operating `MODE`: "+strings.Join(profile.ModeNames(), ", "))
	usage.OutputFlags(c, &o.output, &o.force, "also write the profile to `FILE`")
	usage.Must(c.RegisterFlagCompletionFunc("provider", o.completeProviders))
	usage.Must(c.RegisterFlagCompletionFunc("mode", completeModes))
	return inv.Runs(c, o.run)
}

func (o *options) run(ctx context.Context, _ []string) (result.Result, error) {
	if o.output != "" {
		if err := output.CheckFile(o.output, o.force); err != nil {
			return result.Result{}, err
		}
	}
	s, err := o.inv.Install(ctx, profile.New(o.provider, profile.Mode(o.mode)))
	if err != nil {
		return result.Result{}, err
	}
	defer s.Close()
	profile := s.Installed
	result := result.Result{JSON: profile.JSON, Exit: problem.ExitDone, Notes: o.notes(profile.Profile)}
	if o.output == "" {
		return result, nil
	}
	return result, output.File(o.output, profile.JSON, o.force)
}

func (o *options) notes(p profile.Profile) []string {
	var notes []string
	if o.output != "" {
		notes = append(notes, "wrote "+o.output)
	}
	if len(p.Boundaries) > 0 {
		notes = append(notes, "The boundaries hold placeholders; write the real identifiers before anyone relies on the profile.")
	}
	return notes
}

// completeProviders offers the providers that have an adapter; it starts none.
func (o *options) completeProviders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	catalog, end, err := o.inv.Catalog()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer end()
	return catalog.Providers(), cobra.ShellCompDirectiveNoFileComp
}

func completeModes(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return profile.ModeNames(), cobra.ShellCompDirectiveNoFileComp
}
