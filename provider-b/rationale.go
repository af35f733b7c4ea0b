package providerb

import (
	"fmt"

	"platform.internal/platform-core/installation"
)

// rationale says what the request's fields and the mode decided, in the words
// that a reviewer reads beside the inputs. It holds nothing that a requester
// wrote: each field is one of a few values, or a network.
func (p plan) rationale() map[string]string {
	s := p.size
	return map[string]string{
		"cluster_size": fmt.Sprintf("%s: %d system nodes of %s; %s of %s at first, %d to %d",
			p.request.ClusterSize, s.systemNodes, s.systemType, count(s.desiredNodes, "user node"), s.userType, s.minNodes, s.maxNodes),
		"data_classification": fmt.Sprintf("%s: logs for %d days, deleted flow logs for %d more; customer-managed keys "+
			"renewed every %d days, the provider's for the log workspace alone",
			p.request.DataClassification, p.logRetentionDays, p.blobRecoveryDays, p.keyRotationDays),
		"environment": p.request.Environment + ": " + p.protectionInWords(),
		"mode":        string(p.mode) + ": " + modeInWords(p.mode),
		"region":      p.request.Region + ": " + p.spreadInWords(),
	}
}

func (p plan) protectionInWords() string {
	if p.production() {
		return fmt.Sprintf("deletion lock on the resource group; a deleted vault lasts %d days", p.vaultRetentionDays)
	}
	return fmt.Sprintf("no deletion lock; a deleted vault lasts %d days",
		p.vaultRetentionDays)
}

func (p plan) spreadInWords() string {
	if len(p.zones) == 0 {
		return "no availability zones"
	}
	return fmt.Sprintf("%d availability zones, the NAT gateway in one of them",
		len(p.zones))
}

func modeInWords(mode installation.Mode) string {
	switch mode {
	case installation.Sandbox:
		return "one subscription; a separate, protected path removes it after the expiry date"
	case installation.Enterprise:
		return "separate subscriptions; audit logs are copied"
	default:
		return "no real subscription"
	}
}

// count returns a number and a noun, such as "3 user nodes".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
