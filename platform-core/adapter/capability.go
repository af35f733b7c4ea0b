package adapter

import "slices"

// The features of the contract. An adapter names those that it has in its
// Description, a host those that it understands in every call. Each side
// ignores the names that it does not know, so that both can learn new ones at
// their own pace. A host does not ask an adapter for what it says it lacks, and
// says so in its readiness.
const (
	// CapabilityClaims: resources name the properties that uphold controls; see [UpheldControls].
	CapabilityClaims = "claims"
	// CapabilityEstimate: evaluations carry an estimate.
	CapabilityEstimate = "estimate"
	// CapabilityInfrastructure: accepted requests become Terraform.
	CapabilityInfrastructure = "infrastructure"
	// CapabilityNativeRules: the adapter has rules of its own.
	CapabilityNativeRules = "native-rules"
	// CapabilityReadiness: the adapter checks installations.
	CapabilityReadiness = "readiness"
)

// Capabilities returns the features that this release of the platform
// understands, sorted.
func Capabilities() []string {
	return []string{CapabilityClaims, CapabilityEstimate, CapabilityInfrastructure, CapabilityNativeRules, CapabilityReadiness}
}

// Lacks reports whether the adapter says that it does not have a feature of the
// contract. One that names none that is known says nothing, and is asked for
// everything.
func (d Description) Lacks(capability string) bool {
	return !d.Has(capability) && slices.ContainsFunc(Capabilities(), d.Has)
}

// Has reports whether the adapter has a feature of the contract.
func (d Description) Has(capability string) bool { return slices.Contains(d.Capabilities, capability) }
