// Package setup has the commands `platform setup init`, `validate` and `status`.
package setup

import (
	"cmp"
	"fmt"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/terminal"
)

// worded returns r with the flag of the command that refuses an adapter which is
// not wholly confined.
func worded(r profile.Readiness) profile.Readiness {
	advice := "--require-confinement refuses anything less"
	if c := r.Adapter.Confinement; c != nil && c.Loaded() {
		advice += " than enforced"
	}
	return r.Advise(profile.ConfinementCheck, advice)
}

// tally counts checks by status, with a zero where there are none.
func tally(checks []profile.Check) map[profile.CheckStatus]int {
	counts := map[profile.CheckStatus]int{profile.Passed: 0, profile.Warning: 0, profile.Failed: 0}
	for _, c := range checks {
		counts[c.Status]++
	}
	return counts
}

// readinessLines say in a line whether all is well, and what is open.
func readinessLines(r profile.Readiness) []string {
	counts := tally(r.Checks)
	word := "ready"
	switch {
	case counts[profile.Failed] > 0:
		word = "not ready"
	case counts[profile.Warning] > 0:
		word = "ready with warnings"
	}
	head := fmt.Sprintf("%s: %s in %s mode, %s passed", word, r.Provider, r.Mode, terminal.Count(counts[profile.Passed], "check"))
	if n := counts[profile.Warning]; n > 0 {
		head += ", " + terminal.Count(n, "warning")
	}
	if n := counts[profile.Failed]; n > 0 {
		head += fmt.Sprintf(", %d failed", n)
	}
	lines := terminal.Wrap(head)
	for _, c := range r.Checks {
		if c.Status != profile.Passed {
			lines = append(lines, terminal.Wrap(fmt.Sprintf("  %s %s: %s %s", c.Status, c.ID, c.Message, c.Remediation))...)
		}
	}
	return append(append(lines, settingLines(r.Settings)...), terminal.Wrap("  profile digest: "+r.ProfileDigest)...)
}

// settingLines say which settings were chosen, one a line, and which are defaults.
func settingLines(inForce []profile.SettingInForce) (lines []string) {
	var defaults []string
	for _, s := range inForce {
		if s.Default {
			defaults = append(defaults, fmt.Sprintf("%s (%s)", s.Name, cmp.Or(s.Value, "none")))
		} else {
			lines = append(lines, fmt.Sprintf("  setting %s: %s", s.Name, s.Value))
		}
	}
	if len(defaults) > 0 {
		lines = append(lines, terminal.Wrap("  settings with their defaults: "+strings.Join(defaults, ", "))...)
	}
	return lines
}
