package command

import "github.com/spf13/cobra"

func newPolicy(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "policy",
		Short: "List the rules, and see how each comes out for a request",
		Example: `  platform policy list
  platform policy test request.yaml --profile profile.json`,
	}
	return group(c, newPolicyList(a), newPolicyTest(a))
}
