package readiness

import (
	"strconv"

	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/shell"
)

// Verdict is the summary in the first line.
type Verdict struct {
	// Kind is the kind of a badge: good, warn or bad.
	Kind string
	Icon shell.Icon
	Text string
}

// promise is true in every mode, independent of the checks.
const promise = " Zero direct cloud changes."

func newVerdict(r readings) Verdict {
	mode := string(r.profile.Mode)
	open := countOpen(r.checked.Checks)
	switch {
	case r.checkedErr != nil:
		return Verdict{"warn", shell.IconWarning, "Readiness is not known." + promise}
	case worst(r.checked.Checks) == profile.Failed:
		return Verdict{"bad", shell.IconCross, "Not ready for " + mode + ": " + things(open) + " to fix." + promise}
	case !r.checked.Ready || open > 0:
		return Verdict{"warn", shell.IconWarning, "Not yet ready for " + mode + ": " + things(open) + " to settle." + promise}
	}
	return Verdict{"good", shell.IconCheck, "Ready for " + mode + "." + promise}
}

// worst returns the worst status of the checks. An unknown status counts as failed.
func worst(checks []profile.Check) profile.CheckStatus {
	outcome := profile.Passed
	for _, c := range checks {
		switch {
		case c.Status == profile.Warning && outcome == profile.Passed:
			outcome = profile.Warning
		case c.Status != profile.Passed && c.Status != profile.Warning:
			return profile.Failed
		}
	}
	return outcome
}

func countOpen(checks []profile.Check) int {
	n := 0
	for _, c := range checks {
		if c.Status != profile.Passed {
			n++
		}
	}
	return n
}

func things(n int) string {
	if n == 1 {
		return "1 thing"
	}
	return strconv.Itoa(n) + " things"
}
