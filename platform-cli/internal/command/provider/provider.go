// Package provider has the commands of `platform provider`. [NewTest] checks an adapter's binary against the contract
// and prints an [adaptertest.Report]. [NewAsk] prints the answer of a binary to a request. [NewLock] writes the lock
// file of a folder of adapters.
package provider

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// NewTest returns the command `platform provider test`.
func NewTest(inv *host.Invocation) *cobra.Command {
	return inv.Command("provider test", func(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
		certificate, err := inv.Judge(ctx, args[0], host.Adapters{Confined: inv.Confined, Quiet: inv.Quiet})
		if err != nil {
			return nil, unstarted(args[0], err)
		}
		return host.Encoded(certificate, host.ExitCode(certificate.Conforms), prose.Lines("certificate", certificate)...)
	})
}

// NewLock returns the command `platform provider lock`.
func NewLock(inv *host.Invocation) *cobra.Command {
	return inv.Command("provider lock", func(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
		return inv.Lock(ctx, args[0], inv.Quiet)
	})
}

// NewAsk returns the command `platform provider ask`.
func NewAsk(inv *host.Invocation) *cobra.Command {
	mode := string(profile.Simulation)
	c := inv.Command("provider ask", func(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
		if !slices.Contains(profile.ModeNames(), mode) {
			return nil, problem.New(problem.UsageError, "There is no mode %q; write one of %s.", problem.Excerpt(mode, 60),
				strings.Join(profile.ModeNames(), ", "))
		}
		r, _, err := inv.Input.Request(args[1])
		if err != nil {
			return nil, err
		}
		answer, err := inv.Ask(ctx, args[0], profile.Mode(mode), r, host.Adapters{Confined: inv.Confined, Quiet: inv.Quiet})
		switch {
		case err != nil:
			return nil, unstarted(args[0], err)
		case inv.Format == host.Text:
			return &host.Result{Text: answer.Text, Exit: answer.Exit}, nil
		}
		answer.Text = nil
		return answer, nil
	})
	c.Flags().StringVar(&mode, "mode", mode, "ask in `MODE`: "+strings.Join(profile.ModeNames(), ", "))
	host.FlagValues(c, "mode", profile.ModeNames())
	return c
}

// unstarted returns the error of an adapter that does not start. It explains a path that may be the ID of a provider.
func unstarted(path string, err error) error {
	if problem.From(err).Fault() == problem.AdapterMissing && !strings.Contains(path, "/") {
		return problem.New(problem.UsageError,
			"There is no file %q here. Write the path of an adapter, such as ./platform-provider-a.", path)
	}
	return err
}
