package proposal

import (
	core "platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/shell"
	"platform.internal/portal/internal/topology"
)

// picture returns the drawing of the resources. It returns nil if this release cannot read the
// inventory, or the API does not describe the provider. The inventory still lists all resources.
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
