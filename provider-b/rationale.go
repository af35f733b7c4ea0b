package providerb

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/profile"
)

// rationale says what the request's fields and the mode decided, in the words
// that a reviewer reads beside the inputs. It holds nothing that a requester
// wrote: each field is one of a few values, or a network.
func (p plan) rationale() map[string]string {
	s := p.size
	return map[string]string{
		"cluster_size": fmt.Sprintf("%s: %d system nodes of %s; %s of %s, %d to %d; Kubernetes %s until %s",
			p.in.Request.ClusterSize, s.SystemNodes, s.SystemType, count(s.FirstNodes, "user node"), s.UserType,
			s.MinNodes, s.MaxNodes, terms.Kubernetes.Version, terms.Kubernetes.SupportedUntil),
		"data_classification": fmt.Sprintf("%s: %s; customer-managed keys, not the log workspace's, new every %d days, "+
			"the cluster's at the next run", p.in.Request.DataClassification, p.retentionInWords(), p.keyRotationDays()),
		"environment":    p.in.Request.Environment + ": " + p.protectionInWords(),
		"mode":           string(p.in.Mode) + ": " + modeInWords(p.in.Mode),
		"monthly_budget": p.notIncludedInWords(),
		"region":         p.in.Request.Region + ": " + p.spreadInWords(),
	}
}

// retentionInWords says how long logs last, and where flow logs last less long
// because the provider keeps them for no longer.
func (p plan) retentionInWords() string {
	capped := ""
	if p.flowLogDays() < p.logDays() {
		capped = " (the most)"
	}
	return fmt.Sprintf("logs %d days, flow logs %d%s, deleted ones %d",
		p.logDays(), p.flowLogDays(), capped, p.blobRecoveryDays())
}

func (p plan) protectionInWords() string {
	if p.production() {
		return fmt.Sprintf("deletion lock, not on the nodes' group; vault recoverable %d days",
			p.vaultDays())
	}
	return fmt.Sprintf("no deletion lock; vault recoverable %d days", p.vaultDays())
}

// spreadInWords says what stands in which zones. That a region is not known to
// sell the machines belongs here too: it decides whether anything stands there.
func (p plan) spreadInWords() string {
	words := "no zones"
	switch {
	case p.natSKU() == zonalWayOut:
		words = fmt.Sprintf("%d zones, NAT gateway in all", len(p.region.Zones))
	case len(p.region.Zones) > 0:
		words = fmt.Sprintf("%d zones, NAT gateway in one", len(p.region.Zones))
	}
	if !p.region.sellsMachines() {
		words += "; not known to sell these machines"
	}
	return words
}

// notIncludedInWords names what the estimate leaves out. What is billed by the
// processor is known from the size in all but its price.
func (p plan) notIncludedInWords() string {
	return fmt.Sprintf("Not in the estimate: %s, %s (%d vCPUs)",
		strings.Join(prices.NotIncluded, ", "), prices.NotIncludedByVCPU.Item, p.size.vCPUs())
}

// beforeTheFirstRun is what main.tf cannot bring with it; its header has the whole.
const beforeTheFirstRun = "first needs Crypto Officer and a way to the vault"

func modeInWords(mode profile.Mode) string {
	switch mode {
	case profile.Sandbox:
		return "one subscription, removed by a separate, protected path; " + beforeTheFirstRun
	case profile.Enterprise:
		return "separate subscriptions; " + beforeTheFirstRun
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
