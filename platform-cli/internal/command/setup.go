package command

import "github.com/spf13/cobra"

func newSetup(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "setup",
		Short: "Make and check installation profiles",
		Example: `  platform setup init --provider provider_a --mode simulation --output profile.json
  platform setup validate profile.json
  platform setup status profile.json`,
	}
	return group(c, newSetupInit(a), newSetupValidate(a), newSetupStatus(a))
}
