package command

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/output"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

type setupInit struct {
	app      *app
	provider string
	mode     string
	output   string
	force    bool
}

func newSetupInit(a *app) *cobra.Command {
	o := &setupInit{app: a}
	c := &cobra.Command{
		Use:   "init --provider ID [--mode MODE] [--output PROFILE.json]",
		Short: "Print a new installation profile, and write it with --output",
		Long: `Print the installation profile of a provider and a mode, with the provider's
default region and, where the mode needs boundaries, placeholders for them. With
--output the same bytes are written to a file as well, whole or not at all; an
existing file is protected unless --force is given.`,
		Example: `  platform setup init --provider provider_a --mode simulation
  platform setup init --provider provider_a --output profile.json`,
		Args: exactly(),
	}
	c.Flags().StringVar(&o.provider, "provider", "", "provider `ID`, such as provider_a or provider_b")
	c.Flags().StringVar(&o.mode, "mode", string(profile.Simulation), "operating `MODE`: "+strings.Join(profile.ModeNames(), ", "))
	outputFlags(c, &o.output, &o.force, "also write the profile to `FILE`")
	must(c.RegisterFlagCompletionFunc("provider", a.completeProviders))
	must(c.RegisterFlagCompletionFunc("mode", completeModes))
	return a.runs(c, o.run)
}

func (o *setupInit) run(ctx context.Context, _ []string) (Result, error) {
	if o.output != "" {
		if err := output.CheckFile(o.output, o.force); err != nil {
			return Result{}, err
		}
	}
	s, err := o.app.install(ctx, profile.New(o.provider, profile.Mode(o.mode)))
	if err != nil {
		return Result{}, err
	}
	defer s.close()
	profile := s.installed
	result := Result{JSON: profile.JSON, Exit: problem.ExitDone, Notes: o.notes(profile.Profile)}
	if o.output == "" {
		return result, nil
	}
	return result, output.File(o.output, profile.JSON, o.force)
}

func (o *setupInit) notes(p profile.Profile) []string {
	var notes []string
	if o.output != "" {
		notes = append(notes, "wrote "+o.output)
	}
	if len(p.Boundaries) > 0 {
		notes = append(notes, "The boundaries hold placeholders; write the real identifiers before anyone relies on the profile.")
	}
	return notes
}
