package command

import (
	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/command/policycompare"
	"platform.internal/platform-cli/internal/command/policyreplay"
	"platform.internal/platform-cli/internal/command/policyrules"
	"platform.internal/platform-cli/internal/command/policytest"
	"platform.internal/platform-cli/internal/command/providertest"
	"platform.internal/platform-cli/internal/command/requestdiff"
	"platform.internal/platform-cli/internal/command/requestfix"
	"platform.internal/platform-cli/internal/command/requestpropose"
	"platform.internal/platform-cli/internal/command/requestrender"
	"platform.internal/platform-cli/internal/command/requeststatus"
	"platform.internal/platform-cli/internal/command/requesttemplate"
	"platform.internal/platform-cli/internal/command/requestvalidate"
	"platform.internal/platform-cli/internal/command/requestverify"
	"platform.internal/platform-cli/internal/command/setup"
	"platform.internal/platform-cli/internal/host"
)

func newSetup(inv *host.Invocation) *cobra.Command {
	c := &cobra.Command{
		Use:   "setup",
		Short: "Make and check installation profiles",
		Example: `  platform setup init --provider provider_a --mode simulation --output profile.json
  platform setup validate profile.json
  platform setup status profile.json`,
	}
	return group(c, setup.NewInit(inv), setup.NewValidate(inv), setup.NewStatus(inv))
}

func newRequest(inv *host.Invocation) *cobra.Command {
	c := &cobra.Command{
		Use:   "request",
		Short: "Check environment requests and prepare proposals of them",
		Example: `  platform request template --profile profile.json
  platform request validate request.yaml --profile profile.json
  platform request fix request.yaml --profile profile.json --write
  platform request propose request.yaml --profile profile.json --output bundle`,
	}
	return group(c, requestvalidate.New(inv), requestfix.New(inv), requestrender.New(inv), requestpropose.New(inv), requeststatus.New(inv),
		requesttemplate.New(inv), requestverify.New(inv), requestdiff.New(inv))
}

func newPolicy(inv *host.Invocation) *cobra.Command {
	c := &cobra.Command{
		Use:   "policy",
		Short: "List the rules, test them, and see what a change of them does",
		Example: `  platform policy list
  platform policy test cases --profile profile.json -o text
  platform policy replay requests --from profile.json --to changed.json -o text`,
	}
	return group(c, policyrules.NewList(inv), policyrules.NewExplain(inv), policytest.New(inv), policycompare.New(inv), policyreplay.New(inv))
}

func newProvider(inv *host.Invocation) *cobra.Command {
	c := &cobra.Command{
		Use:     "provider",
		Short:   "Check a provider's adapter",
		Example: "  platform provider test ./platform-provider-a",
	}
	return group(c, providertest.New(inv))
}
