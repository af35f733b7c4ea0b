// Package providertest is the command `platform provider test`, which [New] returns. It checks an
// adapter's binary against the contract and prints an [adaptertest.Report].
package providertest

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-cli/internal/report"
)

type options struct {
	junit string
	force bool
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{}
	c := inv.Command("provider test", o.run)
	host.PathFlag(c, "junit", &o.junit, "also write the properties to `FILE` as JUnit XML")
	host.ForceFlag(c, &o.force)
	return c
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	if err := fileio.CheckFile(o.junit, o.force); err != nil {
		return nil, err
	}
	certificate, err := inv.Judge(ctx, args[0], host.Adapters{Confined: inv.Confined, Quiet: inv.Quiet})
	if err != nil {
		return nil, err
	}
	data, err := report.Conformance(certificate)
	if err != nil {
		return nil, err
	}
	if err := fileio.Write(o.junit, data, o.force); err != nil {
		return nil, err
	}
	return host.Encoded(certificate, host.ExitCode(certificate.Conforms), prose.Page("certificate", certificate)...)
}
