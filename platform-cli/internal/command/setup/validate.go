package setup

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/profile"
)

// NewValidate returns the command `platform setup validate`.
func NewValidate(inv *host.Invocation) *cobra.Command {
	c := inv.Command("setup validate", validate)
	c.SuggestFor = []string{"lint"}
	return c
}

func validate(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	draft, err := inv.Input.Profile(args[0])
	if err != nil {
		return nil, err
	}
	catalog, err := inv.Catalog("")
	if err != nil {
		return nil, err
	}
	svc := inv.NewService(catalog)
	found, err := svc.Validate(ctx, draft)
	if err != nil {
		return nil, fileio.In(args[0], err)
	}
	found = found.AdviseConfinement()
	return host.Encoded(found, host.ExitCode(tally(found.Checks)[profile.Failed] == 0), readinessLines(found)...)
}
