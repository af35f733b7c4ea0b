package answers

import (
	"context"
	"fmt"

	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
)

// Readiness asks the adapter for its checks of a profile and returns each as
// "ID status", in their order. The error is the adapter's, or tells a check that
// breaks the contract of provider id, or says to mend what passed.
func Readiness(ctx context.Context, adapter provider.Adapter, id string, profile installation.Profile) ([]string, error) {
	checks, err := adapter.CheckInstallation(ctx, profile)
	if err != nil {
		return nil, err
	}
	if err := provider.CheckChecks(id, checks); err != nil {
		return nil, err
	}
	lines := make([]string, len(checks))
	for i, c := range checks {
		if c.Status == installation.Passed && c.Remediation != "" {
			return nil, fmt.Errorf("%s passed, and says to mend it: %s", c.ID, c.Remediation)
		}
		lines[i] = c.ID + " " + string(c.Status)
	}
	return lines, nil
}
