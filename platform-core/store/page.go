package store

import (
	"slices"
	"sync"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/wire"
)

// Page says which part of a list is wanted: at most Limit entries (0: all) that
// follow the one with the ID After in the order, or that are right before the one
// with the ID Before. A page of the newest after or before an ID that is not stored
// is an invalid_request, and so is one with both.
type Page struct {
	Limit  int
	After  string
	Before string
	Order  Order
}

// Order is the order of a list.
type Order string

// The orders. The order of arrival needs no clock: equal histories have equal
// lists.
const (
	ByID   Order = "id" // also where a Page names none
	Newest Order = "newest"
)

// Orders returns the names of the orders, the default first.
func Orders() []string { return []string{string(ByID), string(Newest)} }

// ordered are entries in their orders. Reads may run beside each other.
type ordered[T any] struct {
	arrivals []arrival[T]
	index    map[string]int // of each ID in arrivals

	mu     sync.Mutex
	sorted []string // IDs; never changed, but replaced
	since  []string // those that are not in sorted yet
}

// arrival is an entry and its ID. A list looks at all of them.
type arrival[T any] struct {
	id    string
	entry T
}

// add appends an entry in the order of arrival, and reports whether its ID was new.
func (o *ordered[T]) add(id string, entry T) bool {
	if o.index == nil {
		o.index = map[string]int{}
	}
	if _, ok := o.index[id]; ok {
		return false
	}
	o.since = append(o.since, id)
	o.index[id] = len(o.arrivals)
	o.arrivals = append(o.arrivals, arrival[T]{id, entry})
	return true
}

// byID returns the IDs, sorted. To sort those that were added since the last list takes less
// time than to keep all sorted.
func (o *ordered[T]) byID() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.since) == 0 {
		return o.sorted
	}
	slices.Sort(o.since)
	merged := make([]string, 0, len(o.arrivals))
	old, more := o.sorted, o.since
	for len(old) > 0 && len(more) > 0 {
		if old[0] < more[0] {
			merged, old = append(merged, old[0]), old[1:]
		} else {
			merged, more = append(merged, more[0]), more[1:]
		}
	}
	o.sorted, o.since = append(append(merged, old...), more...), nil
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

// list returns the entries of a page that keep accepts, each as show makes it. See
// Page for the error.
func list[T, R any](o *ordered[T], page Page, keep func(T) bool, show func(T) R) (wire.List[R], error) {
	v := view[T]{ordered: o, order: page.Order}
	if v.order != Newest {
		v.ids = o.byID()
	}
	from, to, err := v.part(page)
	if err != nil {
		return wire.List[R]{}, err
	}
	kept := func(i int) bool { return keep(v.at(i).entry) }
	walk, start := v.forward, from
	if page.Before != "" {
		walk, start = v.backward, to
	}
	found, before, after := walk(start, page.Limit, kept)
	listed := wire.List[R]{Items: make([]R, len(found))}
	for n, i := range found {
		listed.Items[n] = show(v.at(i).entry)
	}
	if len(found) > 0 && before {
		listed.Previous = v.at(found[0]).id
	}
	if len(found) > 0 && after {
		listed.Next = v.at(found[len(found)-1]).id
	}
	return listed, nil
}

// view is entries in one order.
type view[T any] struct {
	*ordered[T]
	order Order
	ids   []string // in this order, where it is that of IDs
}

// at returns what is at a position of the order, from 0.
func (v view[T]) at(i int) arrival[T] {
	if v.order == Newest {
		return v.arrivals[len(v.arrivals)-1-i]
	}
	return v.arrivals[v.index[v.ids[i]]]
}

// forward returns the positions that are kept, from one on, at most so many (0: all), and
// whether there are others before and after them.
func (v view[T]) forward(from, limit int, kept func(int) bool) (found []int, before, after bool) {
	for i := from; i < len(v.arrivals) && !after; i++ {
		switch {
		case !kept(i):
		case limit > 0 && len(found) == limit:
			after = true
		default:
			found = append(found, i)
		}
	}
	for i := from - 1; i >= 0 && !before; i-- {
		before = kept(i)
	}
	return found, before, after
}

// backward is forward for those before a position.
func (v view[T]) backward(to, limit int, kept func(int) bool) (found []int, before, after bool) {
	for i := to - 1; i >= 0 && !before; i-- {
		switch {
		case !kept(i):
		case limit > 0 && len(found) == limit:
			before = true
		default:
			found = append(found, i)
		}
	}
	slices.Reverse(found)
	for i := to; i < len(v.arrivals) && !after; i++ {
		after = kept(i)
	}
	return found, before, after
}

// part returns the positions between which a page is: from is the first, to the one
// after the last.
func (v view[T]) part(page Page) (from, to int, err error) {
	if page.After != "" && page.Before != "" {
		return 0, 0, wrongPage("before", problem.FaultConflict, "is given with after; give one of the two")
	}
	from, to = 0, len(v.arrivals)
	if page.After != "" {
		at, stored, err := v.position("after", page.After)
		if stored {
			at++
		}
		return at, to, err
	}
	if page.Before != "" {
		to, _, err = v.position("before", page.Before)
	}
	return from, to, err
}

// position returns where an ID is in the order, or would be. Any text can be compared
// with sorted IDs, but only a stored ID is in the order of arrival.
func (v view[T]) position(parameter, id string) (at int, stored bool, err error) {
	if v.order != Newest {
		at, stored = slices.BinarySearch(v.ids, id)
		return at, stored, nil
	}
	arrived, stored := v.index[id]
	if !stored {
		return 0, false, wrongPage(parameter, problem.FaultUnsupported,
			"is no ID of this list, so nothing is older or newer; start again without it, or list in ID order")
	}
	return len(v.arrivals) - 1 - arrived, true, nil
}

func wrongPage(parameter string, code problem.FaultCode, message string) error {
	return problem.Invalid(problem.InvalidRequest, "query", []problem.Fault{{Field: parameter, Code: code, Message: message}})
}
