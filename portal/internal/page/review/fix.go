package review

import (
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// Fix is the way to acceptance, or why there is none to show.
type Fix struct {
	Changes []form.Change
	// Link opens the form with the changes filled in.
	Link string
	// Notice says that it could not be read.
	Notice *shell.Notice
}

func newFix(v *shell.Visit, record request.Record, r readings) *Fix {
	return &Fix{
		Changes: form.Changes(r.evaluation.Fix),
		Link:    "/requests/new?from=" + record.RequestID + "&fix=1",
		Notice:  v.Notice("The fix could not be read", r.fixErr),
	}
}
