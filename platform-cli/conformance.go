package cli

import (
	"context"
	"io"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapterhost"
)

// judge returns the function that checks an adapter's binary against the contract. The log of the
// adapter's process goes to w.
func judge(w io.Writer) func(ctx context.Context, path string, a host.Adapters) (adaptertest.Report, error) {
	return func(ctx context.Context, path string, a host.Adapters) (adaptertest.Report, error) {
		if a.Quiet {
			w = io.Discard
		}
		subject := adaptertest.Binary(path, adapterhost.Options{Logger: logger(w), RequireConfinement: a.Confined})
		return adaptertest.Check(ctx, subject, adaptertest.Options{})
	}
}
