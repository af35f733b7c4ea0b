package command

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	platformcore "platform.internal/platform-core"
	"platform.internal/platform-core/problem"
)

// newVersion returns the command `platform version`.
func newVersion(inv *host.Invocation) *cobra.Command {
	return inv.Command("version", printVersion)
}

func printVersion(_ context.Context, inv *host.Invocation, _ []string) (*host.Result, error) {
	printed := struct {
		Name     string               `json:"name"`
		Version  string               `json:"version"`
		Adapters []host.LockedAdapter `json:"adapters,omitempty"`
	}{Name: platformcore.Name, Version: platformcore.Version}
	text := []string{platformcore.Name + " " + platformcore.Version}
	if inv.Locked != nil {
		printed.Adapters = inv.Locked(inv.Adapters)
	}
	for _, a := range printed.Adapters {
		text = append(text, a.ID+" "+a.Version, "  "+a.Digest)
	}
	return inv.Answer(printed, problem.ExitDone, text, nil)
}

// versionFlag adds the flag --version to the root.
func versionFlag(inv *host.Invocation, root *cobra.Command) {
	asked := root.Flags().Bool("version", false, "print the name and the version, as the command version does")
	without := root.RunE
	with := inv.Runs(&cobra.Command{}, printVersion).RunE
	root.RunE = func(c *cobra.Command, args []string) error {
		if *asked && len(args) == 0 {
			return with(c, args)
		}
		return without(c, args)
	}
}
