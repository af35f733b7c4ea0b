package store

import (
	"cmp"
	"iter"
	"slices"
	"sync"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/wire"
)

// Page selects a part of a list: at most Limit entries (0: all) after the entry with the ID After, or
// right before the entry with the ID Before. A list fails with invalid_request if both are set, or if
// the order is not [ByID] and the ID is not stored.
type Page struct {
	Limit  int
	After  string
	Before string
	Order  Order
}

// Order is the order of a list.
type Order string

// The orders. The order of arrival needs no clock: equal histories have equal lists.
const (
	ByID   Order = "id" // the default
	Newest Order = "newest"
	ByCost Order = "cost" // the highest first
	ByEnd  Order = "end"  // the first expiry date first, and those without one last
)

// Orders returns the names of the orders, the default first.
func Orders() []string {
	return []string{string(ByID), string(Newest), string(ByCost), string(ByEnd)}
}

// compare compares records in the order of their cost or end.
func (o Order) compare(a, b *RecordSummary) int {
	if o == ByEnd {
		return cmp.Compare(cmp.Or(a.ExpiryDate, "none"), cmp.Or(b.ExpiryDate, "none"))
	}
	return cmp.Compare(b.KnownTotal.Cents, a.KnownTotal.Cents)
}

// ordered has entries in each [Order]. Concurrent reads are safe.
type ordered[T any] struct {
	arrivals []arrival[T]
	index    map[string]int // of each ID in arrivals

	mu     sync.Mutex
	sorted []string // IDs; replaced, but never changed
}

type arrival[T any] struct {
	id    string
	entry T
}

// add appends an entry in the order of arrival. It returns false if the ID is not new.
func (o *ordered[T]) add(id string, entry T) bool {
	if _, ok := o.index[id]; ok {
		return false
	}
	if o.index == nil {
		o.index = map[string]int{}
	}
	o.index[id] = len(o.arrivals)
	o.arrivals = append(o.arrivals, arrival[T]{id, entry})
	return true
}

// byID returns the sorted IDs. It sorts when a list needs them, because a sort for each new entry
// takes longer.
func (o *ordered[T]) byID() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n := len(o.sorted); n < len(o.arrivals) {
		ids := slices.Grow(slices.Clone(o.sorted), len(o.arrivals)-n)
		for _, a := range o.arrivals[n:] {
			ids = append(ids, a.id)
		}
		slices.Sort(ids)
		o.sorted = ids
	}
	return o.sorted
}

// get returns the entry with the ID.
func (o *ordered[T]) get(id string) (entry T, ok bool) {
	i, ok := o.index[id]
	if ok {
		entry = o.arrivals[i].entry
	}
	return entry, ok
}

// summarized is an entry of a list, with the record that determines its cost and end.
type summarized interface{ summary() *RecordSummary }

// list returns the entries of a page for which keep returns true, each as show returns it.
func list[T summarized, R any](o *ordered[T], page Page, keep func(T) bool, show func(T) R) (wire.List[R], error) {
	v := view[T]{ordered: o, order: page.Order}
	if v.order != Newest {
		v.ids = o.byID()
	}
	if v.order == ByCost || v.order == ByEnd {
		v.ids = slices.Clone(v.ids)
		slices.SortStableFunc(v.ids, func(a, b string) int {
			return v.order.compare(o.arrivals[o.index[a]].entry.summary(), o.arrivals[o.index[b]].entry.summary())
		})
	}
	start, err := v.start(page)
	if err != nil {
		return wire.List[R]{}, err
	}
	kept := func(from, step int) iter.Seq[int] {
		return func(yield func(int) bool) {
			for i := from; i >= 0 && i < len(v.arrivals); i += step {
				if keep(v.at(i).entry) && !yield(i) {
					return
				}
			}
		}
	}
	wanted, others := kept(start, 1), kept(start-1, -1)
	if page.Before != "" {
		wanted, others = others, wanted
	}
	var found []int
	more, before := false, false
	for i := range wanted {
		if more = page.Limit > 0 && len(found) == page.Limit; more {
			break
		}
		found = append(found, i)
	}
	for range others {
		before = true
		break
	}
	if page.Before != "" {
		slices.Reverse(found)
		more, before = before, more
	}
	listed := wire.List[R]{Items: make([]R, len(found))}
	for n, i := range found {
		listed.Items[n] = show(v.at(i).entry)
	}
	if len(found) > 0 && before {
		listed.Previous = v.at(found[0]).id
	}
	if len(found) > 0 && more {
		listed.Next = v.at(found[len(found)-1]).id
	}
	return listed, nil
}

// view is a list in one order.
type view[T summarized] struct {
	*ordered[T]
	order Order
	ids   []string // sorted, unless the order is Newest
}

// at returns the entry at a position, counted from 0.
func (v view[T]) at(i int) arrival[T] {
	if v.order == Newest {
		return v.arrivals[len(v.arrivals)-1-i]
	}
	return v.arrivals[v.index[v.ids[i]]]
}

// start returns the first position of a page, or the position after its last entry if the page ends
// before an ID.
func (v view[T]) start(page Page) (at int, err error) {
	switch {
	case page.After != "" && page.Before != "":
		return 0, wrongPage("before", problem.FaultConflict, "is given with after; give one of the two")
	case page.Before != "":
		at, _, err = v.position("before", page.Before)
	case page.After != "":
		var stored bool
		if at, stored, err = v.position("after", page.After); stored {
			at++
		}
	}
	return at, err
}

// position returns the position of an ID. In the order of IDs, an ID that is not stored has a position
// too. In other orders it has none.
func (v view[T]) position(parameter, id string) (at int, stored bool, err error) {
	if v.order != Newest && v.order != ByCost && v.order != ByEnd {
		at, stored = slices.BinarySearch(v.ids, id)
		return at, stored, nil
	}
	arrived, stored := v.index[id]
	if !stored {
		return 0, false, wrongPage(parameter, problem.FaultUnsupported,
			"is no ID of this list, so nothing is older or newer; start again without it, or list in ID order")
	}
	if v.order == Newest {
		return len(v.arrivals) - 1 - arrived, true, nil
	}
	return slices.Index(v.ids, id), true, nil
}

func wrongPage(parameter string, code problem.FaultCode, message string) error {
	return problem.Invalid(problem.InvalidRequest, "query", []problem.Fault{{Field: parameter,
		Code: code, Message: message}})
}
