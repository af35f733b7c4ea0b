package profile

// Mode is an operating mode.
type Mode string

// The operating modes; Modes describes them.
const (
	Simulation Mode = "simulation"
	Sandbox    Mode = "sandbox"
	Enterprise Mode = "enterprise"
)

// ModeDescription describes a mode to people.
type ModeDescription struct {
	Mode        Mode     `json:"mode"`
	DisplayName string   `json:"display_name"`
	Description string   `json:"description"`
	Default     bool     `json:"default"`
	Rules       []string `json:"rules"`
	// ReturnsResources reports whether records carry simulated resources.
	ReturnsResources bool `json:"returns_simulated_resources"`
	ProposalOnly     bool `json:"proposal_only"`
}

// Modes returns the three modes, the default first.
func Modes() []ModeDescription {
	return []ModeDescription{
		{
			Mode: Simulation, DisplayName: "Simulation", Default: true, ReturnsResources: true,
			Description: "Validates requests and shows simulated resources. Needs no cloud and no credential.",
			Rules:       []string{"Provider behaviour is simulated.", "Boundaries are not needed."},
		},
		{
			Mode: Sandbox, DisplayName: "Sandbox", ProposalOnly: true,
			Description: "Prepares proposals for one sandbox with tight limits.",
			Rules: []string{
				"Production is forbidden.", "Exactly one region.", "Small clusters only.",
				"At most 1,000 USD a month.", "An expiry date within 30 days.",
				"Cleanup is a separate, protected path outside this service.",
			},
		},
		{
			Mode: Enterprise, DisplayName: "Enterprise", ProposalOnly: true,
			Description: "Prepares proposals for separated security, operations, shared-services and application boundaries.",
			Rules: []string{
				"Every boundary that the provider requires is configured.",
				"Security, logging, shared services and production stay apart.",
			},
		},
	}
}

// ModeNames returns the names of the modes, the default first.
func ModeNames() []string { return []string{string(Simulation), string(Sandbox), string(Enterprise)} }

// Describe returns the description of the mode; ok is false for an unknown mode.
func (m Mode) Describe() (ModeDescription, bool) {
	return find(Modes(), func(d ModeDescription) bool { return d.Mode == m })
}

// ReturnsResources reports whether records carry simulated resources.
func (m Mode) ReturnsResources() bool { return m == Simulation }
