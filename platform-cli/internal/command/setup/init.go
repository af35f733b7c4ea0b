package setup

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/service"
)

type initOptions struct {
	provider string
	mode     string
	settings []string
	output   string
	force    bool
}

// NewInit returns the command `platform setup init`.
func NewInit(inv *host.Invocation) *cobra.Command {
	o := &initOptions{}
	c := inv.Command("setup init", o.run)
	c.Flags().StringVar(&o.provider, "provider", "", "provider `ID`, such as provider_a; an unknown ID lists all")
	c.Flags().StringVar(&o.mode, "mode", string(profile.Simulation),
		"operating `MODE`: "+strings.Join(profile.ModeNames(), ", "))
	c.Flags().StringArrayVar(&o.settings, "setting", nil,
		"set the provider's setting `NAME=VALUE`; repeatable")
	host.OutputFlags(c, &o.output, &o.force, "also write the profile to `FILE`")
	_ = c.RegisterFlagCompletionFunc("provider", completeProviders(inv))
	host.FlagValues(c, "mode", profile.ModeNames())
	return c
}

func (o *initOptions) run(ctx context.Context, inv *host.Invocation, _ []string) (*host.Result, error) {
	if err := fileio.CheckFile(o.output, o.force); err != nil {
		return nil, err
	}
	settings, err := host.Pairs("setting", "NAME=VALUE", o.settings)
	if err != nil {
		return nil, err
	}
	catalog, err := inv.Catalog("")
	if err != nil {
		return nil, err
	}
	svc := inv.NewService(catalog)
	s, _, err := svc.Install(ctx, profile.New(o.provider, profile.Mode(o.mode), settings))
	if err != nil {
		return nil, err
	}
	r := &host.Result{JSON: s.JSON, Exit: problem.ExitDone}
	r.Notes = prose.Lines("installed", installed{s, o.output, false})
	if inv.Format == host.Text {
		r = &host.Result{Text: prose.Lines("installed", installed{s, o.output, true})}
	}
	return r, fileio.Write(o.output, s.JSON, o.force)
}

// installed is the data of the template for a new profile.
type installed struct {
	service.ActiveProfile
	Path  string // the path of the new file
	Whole bool   // the text must also show the profile, because its document is not printed
}

// completeProviders returns the providers that have an adapter. It starts no adapter.
func completeProviders(inv *host.Invocation) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		catalog, err := inv.Catalog("")
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		defer inv.Close()
		return catalog.Providers(), cobra.ShellCompDirectiveNoFileComp
	}
}
