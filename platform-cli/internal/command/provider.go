package command

import "github.com/spf13/cobra"

func newProvider(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "provider",
		Short:   "Judge a provider's adapter",
		Example: "  platform provider test ./platform-provider-a",
	}
	return group(c, newProviderTest(a))
}
