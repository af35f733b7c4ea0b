package adapter

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
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

// Access says who reaches the private Kubernetes API of environments, and who administers their clusters. It is both a
// readiness check and an advisory rule. Simulation builds no cluster, so both are content there.
type Access struct {
	// Provider is the provider's ID.
	Provider string
	// Passed is the message of the check if somebody reaches the API and administers the clusters.
	Passed string
	// Lacking returns what is missing, as a sentence; empty for nothing. setting returns the value of a setting.
	Lacking func(setting func(name string) string) string
	// Remediation says what to do about it.
	Remediation string
}

// Check is the readiness check.
func (a Access) Check(p profile.Profile) profile.Check {
	check := profile.Check{ID: a.Provider + ".cluster-access", Title: accessTitle, Status: profile.Passed, Message: a.Passed}
	if p.Mode == profile.Simulation {
		check.Message = "Simulation builds no cluster."
	} else if message := a.Lacking(func(name string) string { return p.Settings[name] }); message != "" {
		check.Status, check.Message, check.Remediation = profile.Warning, message, a.Remediation
	}
	return check
}

// Rule returns the advisory rule.
func (a Access) Rule() NativeRule {
	return NativeRule{
		ID: a.Provider + ".cluster.access", Title: accessTitle, Field: privateCluster, Level: profile.Advisory,
		Expected: "somebody who reaches the private Kubernetes API, and somebody who administers the cluster",
		Reads:    []string{privateCluster},
		CheckInput: func(in Input) *Finding {
			if in.Mode == profile.Simulation {
				return nil
			}
			if message := a.Lacking(in.Setting); message != "" {
				return &Finding{Message: message, Remediation: a.Remediation}
			}
			return nil
		},
	}
}

const (
	accessTitle    = "Somebody reaches and administers the cluster"
	privateCluster = request.ControlsField + "." + string(request.PrivateCluster)
)

// LoggingCheck returns the check that says where the logs of environments go. It always passes, because
// an adapter cannot look into a cloud. sandbox is the message in a sandbox, and otherwise in the
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
