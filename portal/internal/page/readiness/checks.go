package readiness

import (
	"strconv"

	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/shell"
)

// Checks are the API's results for the installation profile.
type Checks struct {
	Unavailable *shell.Badge
	// Summary is the number of passed checks in words.
	Summary string
	Rows    []Check
	// Result is the address of the complete result, and Profile the address of the profile.
	Result, Profile string
}

// Check is the result of one check.
type Check struct {
	Title   string
	Outcome shell.Badge
	Found   string
	// Next says what to do; empty if nothing is to do.
	Next string
}

func newChecks(r readings) Checks {
	if r.checkedErr != nil {
		return Checks{Unavailable: &shell.UnavailableBadge, Summary: "Checks"}
	}
	all := len(r.checked.Checks)
	c := Checks{
		Summary: "Checks: " + strconv.Itoa(all-countOpen(r.checked.Checks)) + " of " + strconv.Itoa(all) + " passed",
		Result:  path + "/" + resultName, Profile: path + "/" + profileName,
	}
	for _, check := range r.checked.Checks {
		c.Rows = append(c.Rows, Check{check.Title, outcomeOf(check.Status), check.Message, check.Remediation})
	}
	return c
}

func outcomeOf(status profile.CheckStatus) shell.Badge {
	switch status {
	case profile.Passed:
		return shell.Badge{Kind: "good", Word: "Passed", Icon: shell.IconCheck}
	case profile.Warning:
		return shell.Badge{Kind: "warn", Word: "To settle", Icon: shell.IconWarning}
	case profile.Failed:
		return shell.Badge{Kind: "bad", Word: "Failed", Icon: shell.IconCross}
	}
	return shell.UnknownBadge(string(status))
}
