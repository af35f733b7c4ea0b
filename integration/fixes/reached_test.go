package fixes_test

import (
	"iter"
	"slices"

	"platform.internal/platform-core/request"
)

// reached reports whether the changed fields of a request can be changed one after the
// other, each to a value of its list, or to one that a rule suggests for the request so
// far, which may have another value of the list in that field.
func (e *enumeration) reached(r request.Request) bool {
	seen := map[request.Request]bool{r: true}
	for queue := []request.Request{r}; len(queue) > 0; {
		next := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		reached, known := e.reaches[next]
		if known && !reached {
			continue
		}
		if reached || e.unlisted(next) == 0 {
			e.reaches[r] = true
			return true
		}
		for before := range e.before(next) {
			if !seen[before] {
				e.step()
				seen[before], queue = true, append(queue, before)
			}
		}
	}
	for r := range seen {
		e.reaches[r] = false
	}
	return false
}

// unlisted returns the changed fields of a request whose values are not in the lists.
func (e *enumeration) unlisted(r request.Request) (unlisted set) {
	for i, f := range fields {
		if v := f.Get(&r); v != e.values[i][0] && slices.Index(e.values[i], v) >= e.listed[i] {
			unlisted |= 1 << i
		}
	}
	return unlisted
}

// before yields the requests from which the change of one field leads to a request.
func (e *enumeration) before(r request.Request) iter.Seq[request.Request] {
	return func(yield func(request.Request) bool) {
		unlisted := e.unlisted(r)
		for i, f := range fields {
			before, v := r, f.Get(&r)
			if v == e.values[i][0] {
				continue
			}
			f.Assign(&before, e.values[i][0])
			if !unlisted.has(i) && !yield(before) {
				return
			}
			for n := 0; unlisted.has(i) && n < len(e.values[i]); n++ {
				f.Assign(&before, e.values[i][n])
				if before != r && slices.Contains(e.evaluate(before).suggestions, suggestion{i, v}) && !yield(before) {
					return
				}
			}
		}
	}
}
