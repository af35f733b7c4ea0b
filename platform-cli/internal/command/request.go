package command

import "github.com/spf13/cobra"

func newRequest(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "request",
		Short: "Check environment requests and prepare proposals of them",
		Example: `  platform request template --profile profile.json
  platform request validate request.yaml --profile profile.json
  platform request propose request.yaml --profile profile.json --output bundle`,
	}
	return group(c, newRequestValidate(a), newRequestRender(a), newRequestPropose(a), newRequestStatus(a),
		newRequestTemplate(a), newRequestVerify(a), newRequestDiff(a))
}
