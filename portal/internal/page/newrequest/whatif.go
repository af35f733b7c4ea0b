package newrequest

import (
	"slices"
	"strings"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// whatIf is the cost and the verdict of each cluster size in each region, with all other fields as they are.
type whatIf struct {
	Sizes []string
	Rows  []whatIfRow
	// Environments are the other environments. Only the user knows which one is right, so no button fills one in.
	Environments []form.Option
}

type whatIfRow struct {
	Region string
	Cells  []whatIfCell
}

type whatIfCell struct {
	Size, Cost string
	Badge      shell.Badge
	// Use fills in the size and the region; see [form.Use]. Current means that the form has them.
	Use     string
	Current bool
}

// newWhatIf returns nil until an environment is chosen. fields are the inputs of the group Platform.
func newWhatIf(feedback form.Feedback, values form.Values, fields []form.Input) *whatIf {
	e := feedback.Known
	if e == nil || !slices.Contains(request.Environments(), values[request.EnvironmentField]) {
		return nil
	}
	w := &whatIf{}
	for _, in := range fields {
		if in.Name == request.EnvironmentField {
			w.Environments = slices.DeleteFunc(slices.Clone(in.Options), func(o form.Option) bool { return o.Chosen })
		}
	}
	for _, c := range e.Choices[wire.Grid] {
		if !slices.Contains(w.Sizes, c.ClusterSize) {
			w.Sizes = append(w.Sizes, c.ClusterSize)
		}
		at := slices.IndexFunc(w.Rows, func(r whatIfRow) bool { return r.Region == c.Region })
		if at < 0 {
			at, w.Rows = len(w.Rows), append(w.Rows, whatIfRow{Region: c.Region})
		}
		w.Rows[at].Cells = append(w.Rows[at].Cells, whatIfCell{
			Size: c.ClusterSize, Badge: decided(c.Decision),
			// A cell of a phone is narrower than "at least 1,490.01".
			Cost: strings.ReplaceAll(shell.KnownCost(c.Estimate()), "\u00a0", " "),
			Use: form.Use([]request.Change{
				{Field: request.SizeField, To: request.Text(c.ClusterSize)},
				{Field: request.RegionField, To: request.Text(c.Region)},
			}),
			Current: c.ClusterSize == values[request.SizeField] && c.Region == values[request.RegionField],
		})
	}
	if w.Rows == nil {
		return nil
	}
	return w
}

// decided returns the badge of a decision about a choice.
func decided(v wire.Verdict) shell.Badge {
	switch v {
	case wire.VerdictAccepted:
		return shell.Accepted(0)
	case wire.VerdictDenied:
		return shell.Bad("Denied")
	default:
		return shell.Calm("new", "Open")
	}
}
