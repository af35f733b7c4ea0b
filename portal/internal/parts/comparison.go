package parts

import (
	"cmp"
	"fmt"
	"maps"
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
	// Rows are the changes of resources, the largest change of cost first.
	Rows Changes
	// Counts say how many rows there are of each kind, such as "2 changed in place".
	Counts []string
	// Alike counts the resources that are equal in both.
	Alike int
	// Reasons has a sentence for each part that was not compared.
	Reasons []string
}

// Change is what happens to a resource. Added and removed resources have no changed properties.
type Change struct {
	Sign, Word string
	difference.ResourceChange
	Cost costChange
}

// NewComparison returns the [Comparison] for the difference of two documents with these estimates.
func NewComparison(d difference.Difference, a, b request.Estimate) Comparison {
	c := Comparison{Difference: d, Reasons: missing(d.Missing)}
	r := d.Resources
	if r == nil {
		return c
	}
	words := []string{"removed", "replaced", "changed in place", "added"}
	switch {
	case d.SameEnvironment && d.HasUnknownReplacements():
		words[2] += " or replaced"
	case !d.SameEnvironment:
		words = []string{"only in A", "replaced", "different", "only in B"}
	}
	c.Alike = r.Unchanged
	costs := costChanges(a, b, r.Moved)
	for i, items := range [][]difference.ResourceChange{only(r.Removed), r.Replaced, r.Changed, only(r.Added)} {
		for _, item := range items {
			c.Rows = append(c.Rows, Change{signs[i], words[i], item, costs[item.Address]})
			delete(costs, item.Address)
		}
		c.count(len(items), words[i])
	}
	before := len(c.Rows)
	for _, address := range slices.Sorted(maps.Keys(costs)) {
		if !costs[address].isNone() {
			change := difference.ResourceChange{Address: address}
			c.Rows = append(c.Rows, Change{"~", anotherCost, change, costs[address]})
		}
	}
	c.count(len(c.Rows)-before, anotherCost)
	c.Rows.sort()
	return c
}

// anotherCost is what happens to a resource that differs only in its cost.
const anotherCost = "with another cost"

func (c *Comparison) count(n int, word string) {
	if n > 0 {
		c.Counts = append(c.Counts, shell.Grouped(n)+" "+word)
	}
}

const replacedSign = "±"

// signs are the signs of removed, replaced, changed and added resources.
var signs = []string{"−", replacedSign, "~", "+"}

// Changes are changes of resources, the largest change of cost first.
type Changes []Change

// NewChanges returns a [Change] for each resource of a new environment with this estimate.
func NewChanges(added []request.Resource, e request.Estimate) Changes {
	costs := costChanges(request.Estimate{}, e, nil)
	var changes Changes
	for _, r := range added {
		changes = append(changes, Change{"+", "added", difference.ResourceChange{Address: r.Address}, costs[r.Address]})
	}
	changes.sort()
	return changes
}

// sort puts the largest change of cost first. A replaced resource counts with its whole cost. Among equal costs, what is
// replaced only with its parent comes last.
func (c Changes) sort() {
	size := func(one Change) int64 {
		switch cents := one.Cost.Cents(); {
		case !one.affectsCost():
			return -1
		case one.Sign == replacedSign:
			return max(one.Cost.priced[0], one.Cost.priced[1])
		default:
			return max(cents, -cents)
		}
	}
	slices.SortStableFunc(c, func(a, b Change) int {
		return cmp.Or(cmp.Compare(size(b), size(a)), cmp.Compare(min(len(a.ReplacedWith), 1), min(len(b.ReplacedWith), 1)))
	})
}

// affectsCost reports whether a change changes the cost, or replaces what costs something.
func (c Change) affectsCost() bool {
	return !c.Cost.isNone() || c.Sign == replacedSign && c.Cost.IsUnchanged()
}

// Shown returns the changes that change the cost or replace what costs something, and further changes until there are
// ten. The sum of the costs is the change of the total.
func (c Changes) Shown() Changes {
	n := 0
	for n < len(c) && (n < 10 || c[n].affectsCost()) {
		n++
	}
	return c[:n]
}

// Lacking returns what the changes lack: a cost, or a change of cost.
func (c Changes) Lacking() string {
	if slices.ContainsFunc(c, func(one Change) bool { return one.Cost.IsUnchanged() }) {
		return "a change of cost"
	}
	return "a cost"
}

// Folded returns the other changes, which the page folds.
func (c Changes) Folded() Changes { return c[len(c.Shown()):] }

func only(found []difference.Resource) []difference.ResourceChange {
	list := make([]difference.ResourceChange, len(found))
	for i, r := range found {
		list[i].Address = r.Address
	}
	return list
}

// CostChange returns a difference of monthly costs in words, to follow the word "costs". The difference must be known.
func CostChange(c difference.Cost) (text string) {
	switch d := c.Difference.Cents; {
	case d > 0:
		text = shell.USD(request.Cents(d)) + " more a month"
	case d < 0:
		text = shell.USD(request.Cents(-d)) + " less a month"
	default:
		text = "the same"
	}
	if !c.Exact {
		text += ", as far as prices are known"
	}
	return text
}

// signed formats an amount with its sign. Zero has no sign.
func signed(m request.Money) string {
	switch {
	case m.Cents < 0:
		return "−" + request.Cents(-m.Cents).String()
	case m.Cents > 0:
		return "+" + m.String()
	default:
		return m.String()
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
