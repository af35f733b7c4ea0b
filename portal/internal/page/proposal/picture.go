package proposal

import (
	core "platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/shell"
	"platform.internal/portal/internal/topology"
)

// picture draws what is built; nil where the files do not say, or where the platform does
// not say now what the resources are for: the inventory has them all the same.
func picture(v *shell.Visit, p core.Proposal, files map[string]string) *topology.Topology {
	inventory := inventoryOf(files, p.RequestID)
	if inventory == nil {
		return nil
	}
	provider, err := v.API.Provider(v.Context(), p.Provider)
	if err != nil {
		return nil
	}
	return topology.New(inventory.Resources, inventory.Estimate, provider)
}
