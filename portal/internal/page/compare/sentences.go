package compare

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/parts"
)

// sentences summarises a difference.
func sentences(d difference.Difference, a, b request.Record) []string {
	if d.Same && d.A.RequestID == d.B.RequestID {
		return []string{"Both are the same request."}
	}
	var list []string
	if !d.SameEnvironment {
		list = append(list, fmt.Sprintf(
			"These are separate environments (%s differs), billed separately. B does not change A.",
			strings.Join(d.EnvironmentDiffersIn, ", ")))
	}
	const unknown = parts.NotUnderstood
	if from, to := parts.Decided(a), parts.Decided(b); from != to && from != unknown && to != unknown {
		list = append(list, fmt.Sprintf("A is %s, B is %s.", from, to))
	}
	switch fields := len(d.Changes); fields {
	case 0:
		list = append(list, "No field differs.")
	case 1:
		list = append(list, "1 field differs.")
	default:
		list = append(list, fmt.Sprintf("%d fields differ.", fields))
	}
	if d.Cost != nil && d.Cost.Difference.Known {
		list = append(list, "B costs "+parts.CostChange(*d.Cost)+".")
	}
	return list
}
