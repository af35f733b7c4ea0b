package requestvalidate

import (
	"context"

	"platform.internal/platform-cli/internal/ahead"
	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/usage"
)

// evaluateAll evaluates the files and calls take with their outcomes in the order of the
// files.
func (o *options) evaluateAll(ctx context.Context, s *host.Session, files []string, take func(outcome)) {
	evaluate := decision.Evaluate
	if o.format == usage.Text {
		evaluate = decision.Decide
	}
	ahead.Each(files, func(file string) outcome {
		e, err := evaluate(ctx, o.inv.Input, s, file)
		return outcome{e, err}
	}, take)
}
