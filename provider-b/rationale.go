package providerb

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
		"cluster_size": fmt.Sprintf("%s: %s of %s; %s of %s at first, %d to %d; Kubernetes %s, supported until %s",
			p.request.ClusterSize, count(s.SystemNodes, "system node"), s.SystemType, count(s.FirstNodes, "user node"), s.UserType,
			s.MinNodes, s.MaxNodes, choices.Kubernetes.Version, choices.Kubernetes.SupportedUntil),
		"data_classification": fmt.Sprintf("%s: logs for %d days, flow logs for %d and %d more once deleted; customer-managed keys "+
			"renewed every %d days, which the cluster's secrets follow at the next run; the provider's key for the log workspace",
			p.request.DataClassification, p.logRetentionDays, p.flowLogRetentionDays, p.blobRecoveryDays, p.keyRotationDays),
		"environment":    p.request.Environment + ": " + p.protectionInWords(),
		"mode":           string(p.mode) + ": " + modeInWords(p.mode),
		"monthly_budget": p.notIncludedInWords(),
		"region":         p.request.Region + ": " + p.spreadInWords(),
	}
}

func (p plan) protectionInWords() string {
	if p.production() {
		return fmt.Sprintf("deletion lock on the resource group, but not on that of the nodes, which come and go; a deleted vault lasts %d days",
			p.vaultRetentionDays)
	}
	return fmt.Sprintf("no deletion lock; a deleted vault lasts %d days", p.vaultRetentionDays)
}

// spreadInWords says what stands in which zones. That a region is not known to
// sell the machines belongs here too: it decides whether anything stands there.
func (p plan) spreadInWords() string {
	words := "no availability zones"
	switch {
	case p.natSKU == zonalWayOut:
		words = fmt.Sprintf("%d availability zones, the NAT gateway in all of them", len(p.zones))
	case len(p.zones) > 0:
		words = fmt.Sprintf("%d availability zones, the NAT gateway in one of them", len(p.zones))
	}
	if region, _ := findRegion(p.request.Region); !region.sellsMachines() {
		words += "; whether it sells these machines is not known here"
	}
	return words
}

// notIncludedInWords names what the estimate leaves out. What is billed by the
// processor is known from the size in all but its price.
func (p plan) notIncludedInWords() string {
	return fmt.Sprintf("Not in the estimate: %s; %s for %d vCPUs",
		strings.Join(prices.NotIncluded, ", "), prices.NotIncludedByVCPU.Item, p.size.vCPUs())
}

// beforeTheFirstRun is what main.tf cannot bring with it; its header has the whole.
const beforeTheFirstRun = "before the first run the workflow needs the role Key Vault Crypto Officer, and its runner a way to the vault"

func modeInWords(mode installation.Mode) string {
	switch mode {
	case installation.Sandbox:
		return "one subscription; a separate, protected path removes it after the expiry date; " + beforeTheFirstRun
	case installation.Enterprise:
		return "separate subscriptions; audit logs are copied; " + beforeTheFirstRun
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
