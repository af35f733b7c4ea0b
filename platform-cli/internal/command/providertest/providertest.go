// Package providertest is the command `platform provider test`.
package providertest

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/problem"
)

type options struct {
	junit string
	force bool
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{}
	c := &cobra.Command{
		Use:   "test BINARY",
		Short: "Check an adapter against the contract, and print its certificate",
		Long: `Check an adapter's binary against the contract, with a certificate: the
digest of the binary, the version of the contract, and each property with its
outcome: passed, failed with a counter-example, or skipped with the reason. One
that passed and could not be judged to the end says how far it was.

The binary is started several times, as the platform starts adapters, among
other variables, in another folder, with other processors and time zones. It is
asked for every region, size, environment, classification and mode, and for what
no platform sends. The lock file plays no part.

The exit code is 0 when no property failed and 1 when one did; 4 when the binary
does not start as an adapter, which gives no certificate.`,
		Example: `  platform provider test ./platform-provider-a
  platform provider test ./platform-provider-a --junit provider-a.xml --force`,
		Args: host.Exactly("BINARY"),
	}
	c.Flags().StringVar(&o.junit, "junit", "", "also write the properties to `FILE` as JUnit XML")
	host.ForceFlag(c, &o.force)
	return inv.Runs(c, o.run)
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	if o.junit != "" {
		if err := fileio.CheckFile(o.junit, o.force); err != nil {
			return nil, err
		}
	}
	certificate, err := inv.Judge(ctx, args[0], host.Adapters{Confined: inv.Confined, Quiet: inv.Quiet})
	if err != nil {
		return nil, err
	}
	if err := o.write(certificate); err != nil {
		return nil, err
	}
	exit := problem.ExitDone
	if !certificate.Conforms {
		exit = problem.ExitDenied
	}
	return host.Encoded(certificate, exit, prose.Page("certificate", certificate)...)
}

func (o *options) write(certificate adaptertest.Report) error {
	if o.junit == "" {
		return nil
	}
	data, err := report.Conformance(certificate)
	if err != nil {
		return err
	}
	return fileio.Write(o.junit, data, o.force)
}
