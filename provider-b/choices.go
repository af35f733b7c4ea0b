package providerb

import (
	"fmt"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// choices explain the values of a request's fields.
var choices = slices.Concat(
	adapter.ChoicesOf(request.SizeField, func(name string) string {
		s, _ := sizeFor(name, request.Development)
		user, system := instances[s.UserTypes[0]], instances[s.SystemTypes[0]]
		return fmt.Sprintf("%s of %d vCPUs and %d GiB; grows to %d; and %d system nodes of %d vCPUs",
			request.Count(s.FirstNodes, "node"), user.VCPUs, user.MemoryGiB, s.MaxNodes, s.SystemNodes, system.VCPUs)
	}),
	adapter.ChoicesOf(request.EnvironmentField, func(stage string) string {
		logs, vault := terms.MaxLogDays.Value[stage], terms.VaultRecoveryDays.Value[stage]
		if stage == request.Production {
			return fmt.Sprintf("At least %d system nodes; deletion lock; logs for up to %d days; deleted vault recoverable for %d days",
				sizing.ProductionSystemNodes, logs, vault)
		}
		return fmt.Sprintf("%s control plane; no deletion lock; logs for up to %d days; deleted vault recoverable for %d days",
			terms.ClusterTier.Value[stage], logs, vault)
	}),
	adapter.ChoicesOf(request.ClassificationField, func(class string) string {
		return fmt.Sprintf("Logs for up to %d days; keys renewed every %d days; %s",
			terms.LogDays.Value[class], terms.KeyRotationDays.Value[class], terms.ClassText(class))
	}),
)
