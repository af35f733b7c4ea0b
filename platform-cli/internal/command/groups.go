package command

import (
	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/command/policycompare"
	"platform.internal/platform-cli/internal/command/policyreplay"
	"platform.internal/platform-cli/internal/command/policyrules"
	"platform.internal/platform-cli/internal/command/policytest"
	"platform.internal/platform-cli/internal/command/provider"
	"platform.internal/platform-cli/internal/command/requestdiff"
	"platform.internal/platform-cli/internal/command/requestfix"
	"platform.internal/platform-cli/internal/command/requesthandover"
	"platform.internal/platform-cli/internal/command/requestpropose"
	"platform.internal/platform-cli/internal/command/requestrender"
	"platform.internal/platform-cli/internal/command/requestrenew"
	"platform.internal/platform-cli/internal/command/requeststatus"
	"platform.internal/platform-cli/internal/command/requesttemplate"
	"platform.internal/platform-cli/internal/command/requestvalidate"
	"platform.internal/platform-cli/internal/command/requestverify"
	"platform.internal/platform-cli/internal/command/setup"
	"platform.internal/platform-cli/internal/host"
)

func newSetup(inv *host.Invocation) *cobra.Command {
	return group(inv, host.NewCommand("setup"), setup.NewInit(inv), setup.NewValidate(inv), setup.NewStatus(inv))
}

func newRequest(inv *host.Invocation) *cobra.Command {
	return group(inv, host.NewCommand("request"), requestvalidate.New(inv), requestfix.New(inv), requestrender.New(inv),
		requestpropose.New(inv), requeststatus.New(inv),
		requesttemplate.New(inv), requestverify.New(inv), requestdiff.New(inv), requestrenew.New(inv),
		requesthandover.New(inv))
}

func newPolicy(inv *host.Invocation) *cobra.Command {
	return group(inv, host.NewCommand("policy"), policyrules.NewList(inv), policyrules.NewExplain(inv), policytest.New(inv),
		policycompare.New(inv), policyreplay.New(inv))
}

func newProvider(inv *host.Invocation) *cobra.Command {
	return group(inv, host.NewCommand("provider"), provider.NewAsk(inv), provider.NewLock(inv), provider.NewTest(inv))
}
