package adapter

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
)

// ReadinessCheck is one of a provider's own checks of a valid profile.
type ReadinessCheck func(profile.Profile) profile.Check

// RegionCheck is the text of a readiness check of the allowed regions. The check passes or warns. It
// never fails, because its tables may be old.
type RegionCheck struct {
	// ID starts with the provider's ID and a dot.
	ID string
	// Title is what is checked, in a few words.
	Title string
	// Passed is the message if every region is in order.
	Passed string
	// Warning is the message if some regions are not. %s is their names.
	Warning string
	// Remediation says what to do after a warning.
	Remediation string
}

// result returns the check for the allowed regions. has reports whether a region is in order.
func (c RegionCheck) result(allowed []string, has func(name string) bool) profile.Check {
	check := profile.Check{ID: c.ID, Title: c.Title, Status: profile.Passed, Message: c.Passed}
	lacking := slices.DeleteFunc(slices.Clone(allowed), has)
	if len(lacking) > 0 {
		check.Status = profile.Warning
		check.Message = fmt.Sprintf(c.Warning, strings.Join(lacking, ", "))
		check.Remediation = c.Remediation
	}
	return check
}

// AccessCheck returns the check that somebody can reach the Kubernetes API and administer the clusters.
// passed is the message if that is so. Otherwise lacking returns the message of the warning, and
// remediation says what to do. In simulation, the check passes, because no cluster is built. id
// starts with the provider's ID.
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

// LoggingCheck returns the check that says where the logs of environments go. It always passes, because
// an adapter cannot look into an account. sandbox is the message in a sandbox, and otherwise in the
// other modes. id starts with the provider's ID.
func LoggingCheck(id, sandbox, otherwise string) ReadinessCheck {
	return func(p profile.Profile) profile.Check {
		check := profile.Check{ID: id, Title: "Central logging", Status: profile.Passed, Message: otherwise}
		if p.Mode == profile.Sandbox {
			check.Message = sandbox
		}
		return check
	}
}
