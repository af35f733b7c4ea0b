package compare

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// sentences summarises a difference.
func sentences(d difference.Difference, a, b request.Record) []string {
	if d.Same && d.A.RequestID == d.B.RequestID {
		return []string{"Both are the same request."}
	}
	var list []string
	if !d.SameEnvironment {
		list = append(list, fmt.Sprintf("They are two environments (%s differs): B changes nothing of A, and each has its own bill.",
			strings.Join(d.EnvironmentDiffersIn, ", ")))
	}
	if from, to := listing.Decided(a), listing.Decided(b); from != to && from != listing.NotUnderstood && to != listing.NotUnderstood {
		list = append(list, fmt.Sprintf("A is %s, B is %s.", from, to))
	}
	list = append(list, differ(len(d.Changes))+".")
	if d.Cost != nil && d.Cost.Difference.Known {
		list = append(list, costs(d.Cost.Difference.Cents))
	}
	return list
}

func differ(fields int) string {
	switch fields {
	case 0:
		return "No field differs"
	case 1:
		return "1 field differs"
	default:
		return fmt.Sprintf("%d fields differ", fields)
	}
}

func costs(cents int64) string {
	switch {
	case cents == 0:
		return "Both cost the same."
	case cents < 0:
		return "B costs USD " + shell.Dollars(request.Cents(-cents)) + " less a month."
	default:
		return "B costs USD " + shell.Dollars(request.Cents(cents)) + " more a month."
	}
}
