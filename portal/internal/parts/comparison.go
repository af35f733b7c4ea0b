package parts

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/shell"
)

// Comparison contains the differences between two documents, A and B. Create it with
// [NewComparison].
type Comparison struct {
	difference.Difference
	Groups []Resources
	// Alike counts the resources that are equal in both.
	Alike int
	// Reasons has a sentence for each part that was not compared.
	Reasons []string
}

// Resources are the resources with the same kind of change. Added and removed resources have no
// changed properties.
type Resources struct {
	Name  string
	Items []difference.ResourceChange
}

// NewComparison returns the [Comparison] for a difference.
func NewComparison(d difference.Difference) Comparison {
	c := Comparison{Difference: d, Reasons: missing(d.Missing)}
	r := d.Resources
	if r == nil {
		return c
	}
	names := []string{"Added", "Changed in place", "Replaced by new ones", "Removed"}
	switch {
	case !d.SameEnvironment:
		names = []string{"Only in B", "Not alike", "Replaced", "Only in A"}
	case slices.ContainsFunc(d.Missing, func(m difference.Missing) bool {
		return m.Section == difference.ReplacementsSection
	}):
		names[1] = "Changed, in place or by new ones"
	}
	c.Alike = r.Unchanged
	for i, items := range [][]difference.ResourceChange{only(r.Added), r.Changed, r.Replaced, only(r.Removed)} {
		if len(items) > 0 {
			c.Groups = append(c.Groups, Resources{names[i], items})
		}
	}
	return c
}

func only(found []difference.Resource) []difference.ResourceChange {
	list := make([]difference.ResourceChange, len(found))
	for i, r := range found {
		list[i].Address = r.Address
	}
	return list
}

// CostChange returns a difference of monthly costs in words, to follow the word "costs".
func CostChange(m request.Money) string {
	switch {
	case m.Cents > 0:
		return "USD " + shell.Dollars(m) + " more a month"
	case m.Cents < 0:
		return "USD " + shell.Dollars(request.Cents(-m.Cents)) + " less a month"
	default:
		return "the same"
	}
}

// signed formats an amount with its sign. Zero has no sign.
func signed(m request.Money) string {
	switch {
	case m.Cents < 0:
		return "−" + shell.Dollars(request.Cents(-m.Cents))
	case m.Cents > 0:
		return "+" + shell.Dollars(m)
	default:
		return shell.Dollars(m)
	}
}

// reasons completes the sentence "No PART of SIDE: REASON."
var reasons = map[difference.Reason]string{
	difference.RecordOfMode:  "records have them in simulation only",
	difference.DeniedRequest: "nothing is built for a denied request",
	difference.NotSized:      "the request could not be sized",
	difference.NotNamed:      "the adapter does not name them",
}

// missing returns a sentence for each part that was not compared. It omits reasons without a text,
// such as parts that only a proposal can have.
func missing(found []difference.Missing) []string {
	var list []string
	for _, m := range found {
		if why, ok := reasons[m.Reason]; ok {
			list = append(list, fmt.Sprintf("No %s of %s: %s.", m.Section, strings.ToUpper(m.Side), why))
		}
	}
	return list
}
