package requestvalidate

import (
	"context"

	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/service"
)

// evaluateAll evaluates the files and calls take with their outcomes, in the order of the files. It
// calls left for each file that an interruption left out.
func evaluateAll(
	ctx context.Context, inv *host.Invocation, s *host.Session, files []string, take func(outcome), left func(),
) {
	wanted := decision.AllAlternatives
	if inv.Format == host.Text && len(files) > 1 { // the text of several files shows no resources
		wanted = service.EvaluateOptions{Brief: true, Alternatives: 1}
	}
	fileio.Each(files, func(file string) outcome {
		e, err := decision.EvaluateFile(ctx, inv, s, file, wanted)
		return outcome{e, err}
	}, func(o outcome) {
		if ctx.Err() != nil && o.err != nil && host.AsProblem(o.err).Code.Exit() >= problem.ExitFailure {
			left() // the interruption caused the failure
			return
		}
		take(o)
	})
}
