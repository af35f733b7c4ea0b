package providera

import (
	"fmt"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// choices explain the values of a request's fields.
var choices = slices.Concat(
	adapter.ChoicesOf(request.SizeField, func(name string) string {
		s := sizes[name]
		return fmt.Sprintf("%d nodes of %d vCPUs and %d GiB; grows to %d",
			s.FirstNodes, s.instance().VCPUs, s.instance().MemoryGiB, s.MaxNodes)
	}),
	adapter.ChoicesOf(request.EnvironmentField, func(stage string) string {
		days := terms.KeyRecoveryDays.Value[stage]
		if stage == request.Production {
			return fmt.Sprintf("A NAT gateway in each zone. Deletion protection. Deleted keys recoverable for %d days.", days)
		}
		return fmt.Sprintf("One NAT gateway. No deletion protection. Deleted keys recoverable for %d days.", days)
	}),
	adapter.ChoicesOf(request.ClassificationField, func(class string) string {
		return fmt.Sprintf("Logs kept %d days; keys renewed every %d days; %s",
			terms.LogDays.Value[class], terms.KeyRotationDays.Value[class], terms.ClassText(class))
	}),
)
