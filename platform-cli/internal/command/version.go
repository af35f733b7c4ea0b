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
	return a.runs(c, func(context.Context, []string) (Result, error) {
		return encoded(struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		}{release.Name, release.Version}, problem.ExitDone)
	})
}
