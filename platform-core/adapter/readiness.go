package adapter

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
)

// ReadinessCheck is one of a provider's own checks of an installation's profile,
// which the platform already found valid.
type ReadinessCheck func(profile.Profile) profile.Check

// RegionCheck is the text of a readiness check of the allowed regions. It
// passes or warns; it never fails, because it judges by tables that may be old.
type RegionCheck struct {
	// ID starts with the provider's ID and a dot.
	ID string
	// Title is what is checked, in a few words.
	Title string
	// Passed is the message when every region is as it should be.
	Passed string
	// Warning is the message when some are not; %s is their names.
	Warning string
	// Remediation is what to do about a warning.
	Remediation string
}

// of returns the check of the allowed regions, which it names in their order.
func (c RegionCheck) of(allowed []string, has func(name string) bool) profile.Check {
	check := profile.Check{ID: c.ID, Title: c.Title, Status: profile.Passed, Message: c.Passed}
	lacking := slices.DeleteFunc(slices.Clone(allowed), has)
	if len(lacking) > 0 {
		check.Status = profile.Warning
		check.Message = fmt.Sprintf(c.Warning, strings.Join(lacking, ", "))
		check.Remediation = c.Remediation
	}
	return check
}

// AccessCheck returns the check that says who reaches the Kubernetes API of environments
// and who administers them; simulation builds none. passed is the message where somebody
// does both, lacking returns the one where nobody does one of them, else an empty text, and
// remediation says what to do about that. id starts with the provider's ID.
func AccessCheck(id, passed, remediation string, lacking func(profile.Profile) string) ReadinessCheck {
	return func(p profile.Profile) profile.Check {
		check := profile.Check{ID: id, Title: "Access to the cluster", Status: profile.Passed, Message: passed}
		if p.Mode == profile.Simulation {
			check.Message = "Simulation builds no cluster."
		} else if message := lacking(p); message != "" {
			check.Status, check.Message, check.Remediation = profile.Warning, message, remediation
		}
		return check
	}
}

// LoggingCheck returns the check that says where the logs of environments go. It
// cannot look into an account, so it always passes: sandbox and otherwise are the
// messages, and name what must exist there. id starts with the provider's ID.
func LoggingCheck(id, sandbox, otherwise string) ReadinessCheck {
	return func(p profile.Profile) profile.Check {
		check := profile.Check{ID: id, Title: "Central logging", Status: profile.Passed, Message: otherwise}
		if p.Mode == profile.Sandbox {
			check.Message = sandbox
		}
		return check
	}
}
