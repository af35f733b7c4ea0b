package adaptertest

import (
	"context"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// Readiness asks the adapter for its checks of a profile and returns each as
// "ID status", in their order. The error is the adapter's, or tells a check that
// breaks the contract of provider id, or says to mend what passed.
func Readiness(ctx context.Context, impl adapter.Adapter, id string, prof profile.Profile) ([]string, error) {
	checks, err := impl.CheckInstallation(ctx, prof)
	if err != nil {
		return nil, err
	}
	if err := adapter.CheckChecks(id, checks); err != nil {
		return nil, err
	}
	lines := make([]string, len(checks))
	for i, c := range checks {
		if c.Status == profile.Passed && c.Remediation != "" {
			return nil, fmt.Errorf("%s passed, and says to mend it: %s", c.ID, c.Remediation)
		}
		lines[i] = c.ID + " " + string(c.Status)
	}
	return lines, nil
}
