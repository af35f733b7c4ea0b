package adaptertest

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// ReportSchema marks an encoded Report.
const ReportSchema = "platform.adapter-certificate/v1"

// Result says whether a property holds.
type Result string

// The outcomes.
const (
	Passed Result = "passed"
	Failed Result = "failed"
	// Skipped: the property could not be checked; the reason says why.
	Skipped Result = "skipped"
)

// Property is one promise of the contract, with the [Result] of its check.
type Property struct {
	Name string `json:"name"`
	// Meaning says in a sentence what the adapter promises.
	Meaning string `json:"meaning"`
	Outcome Result `json:"outcome"`
	// Judged says how far a passed property was checked, if the check was not complete.
	Judged string `json:"judged,omitempty"`
	// Reason says why a property was skipped.
	Reason string `json:"reason,omitempty"`
	// CounterExample is the first case in which the property does not hold.
	CounterExample string `json:"counter_example,omitempty"`
}

// Report is the result of the suite. Equal adapters get equal reports: a report has no time and no path.
type Report struct {
	Schema  string  `json:"schema"`
	Adapter Adapter `json:"adapter"`
	// Conforms reports that no property failed.
	Conforms   bool       `json:"conforms"`
	Summary    Summary    `json:"summary"`
	Properties []Property `json:"properties"`
}

// SkippedFor returns the names of the skipped properties by their reason.
func (r Report) SkippedFor() map[string][]string {
	names := map[string][]string{}
	for _, p := range r.Properties {
		if p.Outcome == Skipped {
			names[p.Reason] = append(names[p.Reason], p.Name)
		}
	}
	return names
}

// Adapter identifies what was checked.
type Adapter struct {
	ID      string `json:"id"`
	Version string `json:"version"`
	// ContractVersion is the version of the contract that was spoken.
	ContractVersion int `json:"contract_version"`
	// Digest is that of the binary, "sha256:" and hex digits; empty for an
	// adapter in the same process.
	Digest       string   `json:"digest,omitempty"`
	Capabilities []string `json:"capabilities"`
	// Confinement is the level that the host reports; empty for an adapter in the same process.
	Confinement profile.ConfinementLevel `json:"confinement,omitempty"`
}

// Summary counts the outcomes.
type Summary struct {
	Passed  int `json:"passed"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
}

func adapterOf(s adapter.Status) Adapter {
	a := Adapter{
		ID: s.Description.ID, Version: s.Description.Version, ContractVersion: s.ContractVersion,
		Digest: s.Digest, Capabilities: append([]string{}, s.Description.Capabilities...),
	}
	if s.Confinement != nil {
		a.Confinement = s.Confinement.Level
	}
	return a
}

func reportOf(a Adapter, properties []Property) Report {
	count := map[Result]int{}
	for _, p := range properties {
		count[p.Outcome]++
	}
	return Report{
		Schema: ReportSchema, Adapter: a, Conforms: count[Failed] == 0, Properties: properties,
		Summary: Summary{Passed: count[Passed], Failed: count[Failed], Skipped: count[Skipped]},
	}
}
