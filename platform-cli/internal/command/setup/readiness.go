// Package setup has the commands `platform setup init`, `validate` and `status`: [NewInit],
// [NewValidate] and [NewStatus] return them.
package setup

import (
	"cmp"
	"fmt"

	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/profile"
)

// tally returns the number of checks by status, including zeros.
func tally(checks []profile.Check) map[profile.CheckStatus]int {
	counts := map[profile.CheckStatus]int{profile.Passed: 0, profile.Warning: 0, profile.Failed: 0}
	for _, c := range checks {
		counts[c.Status]++
	}
	return counts
}

// readiness is the data of the template for a [profile.Readiness].
type readiness struct {
	profile.Readiness
	Passes, Warnings, Failures int
}

// Defaults returns the settings with default values.
func (r readiness) Defaults() (names []string) {
	for _, s := range r.Settings {
		if s.Default {
			names = append(names, fmt.Sprintf("%s (%s)", s.Name, cmp.Or(s.Value, "none")))
		}
	}
	return names
}

// readinessLines returns the open checks as lines, or a line that says that all passed.
func readinessLines(r profile.Readiness) []string {
	counts := tally(r.Checks)
	return prose.Lines("readiness", readiness{r, counts[profile.Passed], counts[profile.Warning], counts[profile.Failed]})
}
