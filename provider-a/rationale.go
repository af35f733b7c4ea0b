package providera

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/installation"
)

// rationale says what the request's fields and the mode decided, in the words
// that a reviewer reads beside the inputs. It holds nothing that a requester
// wrote: each field is one of a few values, or a network.
func (p plan) rationale() map[string]string {
	s := p.size
	return map[string]string{
		"cluster_size": fmt.Sprintf("%s: %d nodes of %s at first, %d to %d, with %d GiB each",
			p.request.ClusterSize, s.desiredNodes, s.instanceType, s.minNodes, s.maxNodes, s.diskGiB),
		"data_classification": fmt.Sprintf("%s: logs for %d days; %s, renewed every %d days",
			p.request.DataClassification, p.logRetentionDays, p.keysInWords(), p.keyRotationDays),
		"environment": p.request.Environment + ": " + p.protectionInWords(),
		"mode":        string(p.mode) + ": " + modeInWords(p.mode),
		"region": fmt.Sprintf("%s: %d availability zones, %s",
			p.request.Region, len(p.layout.private), count(len(p.layout.egress), "NAT gateway")),
	}
}

func (p plan) keysInWords() string {
	if len(p.keys) == 1 {
		return "one customer-managed key for " + strings.Join(duties, ", ")
	}
	return "a customer-managed key for each of " + strings.Join(duties, ", ")
}

func (p plan) protectionInWords() string {
	if p.production() {
		return fmt.Sprintf("a NAT gateway in every zone, zonal shift; deletion protection of cluster and logs; deleted keys last %d days",
			p.keyDeletionDays)
	}
	return fmt.Sprintf("one NAT gateway; no deletion protection; deleted keys last %d days",
		p.keyDeletionDays)
}

func modeInWords(mode installation.Mode) string {
	switch mode {
	case installation.Sandbox:
		return "one account; a separate, protected path removes it after the expiry date"
	case installation.Enterprise:
		return "separate accounts; logs are copied, keys overseen"
	default:
		return "no real account"
	}
}

// count returns a number and a noun, such as "3 NAT gateways".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
