package profile

import (
	"fmt"
	"slices"
	"strings"
)

// ReadinessSchema marks an encoded Readiness.
const ReadinessSchema = "platform.installation-readiness/v1"

// CheckStatus is the outcome of one readiness check.
type CheckStatus string

// The outcomes, from best to worst.
const (
	Passed  CheckStatus = "passed"
	Warning CheckStatus = "warning"
	Failed  CheckStatus = "failed"
)

// Check is one readiness check of an installation.
type Check struct {
	ID string `json:"id"`
	// Field is the field of the profile that the check rejects; empty if it does not reject. A check that rejects is in no
	// [Readiness].
	Field  string      `json:"-"`
	Title  string      `json:"title"`
	Status CheckStatus `json:"status"`
	// Message is the result; Remediation says what to do, and is empty if the check passed.
	Message     string `json:"message"`
	Remediation string `json:"remediation,omitempty"`
}

// Readiness is the result of validating a profile.
type Readiness struct {
	Schema   string `json:"schema"`
	Provider string `json:"provider"`
	Mode     Mode   `json:"mode"`
	// Ready is true exactly when every check passed.
	Ready  bool    `json:"ready"`
	Checks []Check `json:"checks"`
	// Adapter says which adapter checked.
	Adapter AdapterFacts `json:"adapter"`
	Profile Profile      `json:"profile"`
	// ProfileDigest is "sha256:" and [Profile.Digest]. Attestations name it.
	ProfileDigest string `json:"profile_digest"`
	// Settings are the provider's settings in force; absent if the mode or the provider has none.
	Settings []SettingInForce `json:"settings,omitempty"`
}

// AdapterFacts identify the adapter that a host runs for a provider.
type AdapterFacts struct {
	ID      string `json:"id"`
	Version string `json:"version"`
	// ContractVersion is the negotiated version of the adapter contract.
	ContractVersion int `json:"contract_version"`
	// Digest is the SHA-256 of the adapter's binary, "sha256:" and hex digits.
	Digest string `json:"digest"`
	// Verified reports whether the lock file of the build names that digest.
	Verified bool `json:"verified"`
	// Lacking are the features of the contract that the adapter does not have,
	// sorted; absent for none.
	Lacking []string `json:"lacking,omitempty"`
	// Confinement says how the adapter's process is confined; absent for an adapter
	// that has no process of its own.
	Confinement *Confinement `json:"confinement,omitempty"`
	// Bounds says how its resources are bounded; absent likewise.
	Bounds *Bounds `json:"bounds,omitempty"`
}

// AdviseConfinement returns r with the flag that refuses adapters below full confinement, in the remediation of
// [ConfinementCheck] if it did not pass. The command and the server have this flag, and other views do not.
func (r Readiness) AdviseConfinement() Readiness {
	advice := "--require-confinement refuses anything less"
	if c := r.Adapter.Confinement; c != nil && c.Loaded() {
		advice += " than enforced"
	}
	r.Checks = slices.Clone(r.Checks)
	for i, c := range r.Checks {
		if c.ID == ConfinementCheck && c.Status != Passed {
			r.Checks[i].Remediation = strings.TrimSuffix(c.Remediation, ".") + "; " + advice + "."
		}
	}
	return r
}

// NewReadiness returns the readiness of a profile: the platform's own checks, and then the provider's.
func NewReadiness(p Profile, provider Provider, adapter AdapterFacts, providerChecks []Check) Readiness {
	checks := ownChecks(p, provider)
	if adapter.Confinement != nil {
		checks = append(checks, adapter.Confinement.Check())
	}
	if adapter.Bounds != nil {
		checks = append(checks, adapter.Bounds.Check())
	}
	if len(adapter.Lacking) > 0 {
		checks = append(checks, lackingCheck(adapter.Lacking))
	}
	checks = append(checks, providerChecks...)
	ready := true
	for _, c := range checks {
		ready = ready && c.Status == Passed
	}
	return Readiness{
		Schema: ReadinessSchema, Provider: p.Provider, Mode: p.Mode, Ready: ready,
		Checks: checks, Adapter: adapter, Profile: p,
		ProfileDigest: "sha256:" + p.Digest(),
		Settings:      provider.SettingsInForce(p),
	}
}

func ownChecks(p Profile, provider Provider) []Check {
	return []Check{
		{
			ID: "installation.provider-locked", Title: "Provider and mode", Status: Passed,
			Message: fmt.Sprintf("%s in %s mode.", provider.DisplayName, p.Mode),
		},
		{
			ID: "installation.regions-supported", Title: "Allowed regions", Status: Passed,
			Message: regionsSupported(len(p.AllowedRegions)),
		},
		boundaryCheck(p, provider),
		{
			ID: "installation.no-cloud-access", Title: "No cloud access", Status: Passed,
			Message: "The platform holds no credential and makes no cloud call in any mode.",
		},
	}
}

func regionsSupported(n int) string {
	if n == 1 {
		return "The provider supports the one allowed region."
	}
	return fmt.Sprintf("The provider supports all %d allowed regions.", n)
}

// lackingCheck warns of features that the adapter lacks.
func lackingCheck(lacking []string) Check {
	return Check{
		ID: "installation.adapter-capabilities", Title: "Adapter's features", Status: Warning,
		Message: fmt.Sprintf(
			"The adapter lacks these features: %s. The platform works without them.",
			strings.Join(lacking, ", "),
		),
		Remediation: "Ask its provider team for a release with these features, if they are needed.",
	}
}

// boundaryCheck warns of placeholders. An installation with placeholders evaluates and proposes, but its proposals
// cannot be merged.
func boundaryCheck(p Profile, provider Provider) Check {
	check := Check{
		ID: "installation.boundaries-configured", Title: "Boundaries", Status: Passed,
		Message: "Every boundary that the mode needs is configured.",
	}
	needed := provider.BoundariesOf(p.Mode)
	if len(needed) == 0 {
		mode, _ := p.Mode.Describe()
		check.Message = mode.DisplayName + " mode needs no boundaries."
		return check
	}
	var open []string
	for _, b := range needed {
		if p.Boundaries[b.Name] == b.Placeholder {
			open = append(open, b.Name)
		}
	}
	if len(open) == 0 {
		return check
	}
	check.Status = Warning
	noun := "boundaries"
	if len(needed) == 1 {
		noun = "boundary"
	}
	check.Message = fmt.Sprintf("Placeholders are in %d of %d %s: %s.",
		len(open), len(needed), noun, strings.Join(open, ", "))
	check.Remediation = "Write the real identifiers under boundaries in the profile and install it in a new service."
	return check
}
