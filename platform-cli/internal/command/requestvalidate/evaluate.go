package requestvalidate

import (
	"context"

	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/usage"
)

// ahead is how many files are evaluated at once: as many as a host has in calls of
// an adapter. A file is for a good part of its time with the adapter, a process of
// its own, so there are more than processors.
const ahead = 16

// evaluateAll evaluates the files, several at once, and calls take with their
// outcomes in the order of the files. It holds few of them at a time.
func (o *options) evaluateAll(ctx context.Context, s *host.Session, files []string, take func(outcome)) {
	evaluate := decision.Evaluate
	if o.format == usage.Text {
		evaluate = decision.Decide
	}
	running := make(chan chan outcome, ahead)
	go func() {
		defer close(running)
		for _, file := range files {
			done := make(chan outcome, 1)
			running <- done
			go func() {
				e, err := evaluate(ctx, o.inv.Input, s, file)
				done <- outcome{e, err}
			}()
		}
	}()
	for done := range running {
		take(<-done)
	}
}
