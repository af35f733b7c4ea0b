package providera

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/profile"
)

// rationale says what the request's fields and the mode decided, what no estimate
// has and what nobody does, in the words that a reviewer reads beside the inputs.
// It holds nothing that a requester wrote: each field is one of a few values, or a
// network.
func (p plan) rationale() map[string]string {
	s := p.size
	return map[string]string{
		"cluster_size": fmt.Sprintf("%s: %d nodes of %s, %d GiB each; %d to %d with your autoscaler; Kubernetes %s, until %s",
			p.ClusterSize, s.FirstNodes, s.InstanceType, s.DiskGiB, s.MinNodes, s.MaxNodes,
			terms.Kubernetes.Version, terms.Kubernetes.SupportedUntil),
		"data_classification": fmt.Sprintf("%s: logs for %d days; %s, renewed every %d days",
			p.DataClassification, p.logRetentionDays(), p.keysInWords(), p.keyRotationDays()),
		"environment":    p.Environment + ": " + p.protectionInWords(),
		"mode":           string(p.in.Mode) + ": " + modeInWords(p.in.Mode),
		"monthly_budget": "Not in the estimate: " + strings.Join(prices.NotIncluded, ", "),
		"region": fmt.Sprintf("%s: %d zones, %s",
			p.Region, len(p.layout.private), count(len(p.layout.egress), "NAT gateway")),
	}
}

func (p plan) keysInWords() string {
	if len(p.keys) == 1 {
		return "one customer-managed key"
	}
	return "customer-managed keys by duty"
}

func (p plan) protectionInWords() string {
	if p.production() {
		return fmt.Sprintf("zonal shift; deletion protection; deleted keys last %d days", p.keyDeletionDays())
	}
	return fmt.Sprintf("no deletion protection; deleted keys last %d days", p.keyDeletionDays())
}

// beforeTheFirstPod is what main.tf leaves to the workflow: it makes nothing
// inside the cluster.
const beforeTheFirstPod = "the workflow adds access, namespace, storage class"

func modeInWords(mode profile.Mode) string {
	switch mode {
	case profile.Sandbox:
		return "one account; a separate, protected path removes it after the expiry date; " + beforeTheFirstPod
	case profile.Enterprise:
		return "separate accounts; " + beforeTheFirstPod
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
