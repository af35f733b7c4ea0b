package command

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/release"
)

func newVersion(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "version",
		Short:   "Print the name and the version of the platform",
		Example: "  platform version",
		Args:    exactly(),
	}
	return a.runs(c, printVersion)
}

func printVersion(context.Context, []string) (Result, error) {
	return encoded(struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}{release.Name, release.Version}, problem.ExitDone)
}

// versionFlag lets a root be asked by --version too, as most commands can be.
func (a *app) versionFlag(root *cobra.Command) {
	asked := root.Flags().Bool("version", false, "print the name and the version, as the command version does")
	without := root.RunE
	with := a.runs(&cobra.Command{}, printVersion).RunE
	root.RunE = func(c *cobra.Command, args []string) error {
		if *asked && len(args) == 0 {
			return with(c, args)
		}
		return without(c, args)
	}
}
