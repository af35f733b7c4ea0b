package fix

import (
	"cmp"
	"math"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// maxFields is how many fields a request may have at most: as many as Fields has bits.
const maxFields = 32

// point is a request by the numbers of its values: 0 is what the denied one has.
type point [maxFields]uint16

// masked returns the point with the values of some fields, and 0 for the others.
func (p point) masked(fields Fields) point {
	var out point
	for f := range fields.all {
		out[f] = p[f]
	}
	return out
}

// anyValue is the number of what a person chooses, in what is kept of a rule's outcomes.
const anyValue = math.MaxUint16

// opened returns the point with what a person chooses in some fields.
func (p point) opened(open Fields) point {
	for f := range open.all {
		p[f] = anyValue
	}
	return p
}

func (p point) with(field int, value uint16) point {
	p[field] = value
	return p
}

// stepsOfValue is what it takes to add a value.
const stepsOfValue = 5

// space is every value that a search tries.
type space struct {
	original request.Request
	budget   *policy.Budget
	more     func(field string) []request.Value
	values   [maxFields][]request.Value // the first is the original
	numbers  [maxFields]map[request.Value]uint16
	whole    Fields              // those of which more has been asked
	given    [maxFields][]uint16 // what more gave of them
	fits     [maxFields][]uint16 // those that no rule by itself denies, as far as known
	checked  [maxFields]int      // so many were looked at for fits
	dropped  bool                // there were more values than numbers
}

func newSpace(p Problem) *space {
	s := &space{original: p.Request, budget: p.Budget, more: p.Values}
	for f := range described {
		original := described[f].Get(&s.original)
		s.values[f], s.numbers[f] = []request.Value{original}, map[request.Value]uint16{original: 0}
	}
	return s
}

// fill adds all values that may be tried of a field.
func (s *space) fill(field int) {
	if s.whole.has(field) {
		return
	}
	s.whole |= 1 << field
	given := map[uint16]bool{0: true}
	for _, v := range s.more(described[field].Name) {
		s.budget.Spend(stepsOfValue)
		if number := s.add(field, v); !given[number] {
			given[number] = true
			s.given[field] = append(s.given[field], number)
		}
	}
}

// fieldNumber returns the number of the field with the name; -1 for none.
func fieldNumber(name string) int {
	if number, is := numbers[name]; is {
		return number
	}
	return -1
}

var numbers = func() map[string]int {
	numbers := map[string]int{}
	for i, f := range described {
		numbers[f.Name] = i
	}
	return numbers
}()

// add returns the number of a value, which it adds where it is new; 0 for one that the
// field cannot have, or that is the original.
func (s *space) add(field int, v request.Value) uint16 {
	if field < 0 || v.IsZero() && !described[field].Optional {
		return 0
	}
	if number, ok := s.numbers[field][v]; ok {
		return number
	}
	changed := s.original
	if changed.Set(described[field].Name, v) != nil {
		return 0
	}
	normal := described[field].Get(&changed)
	if number, ok := s.numbers[field][normal]; ok {
		return number
	}
	if len(s.values[field]) >= anyValue {
		s.dropped = true
		return 0
	}
	number := uint16(len(s.values[field])) // #nosec G115 -- see above
	s.values[field], s.numbers[field][normal] = append(s.values[field], normal), number
	return number
}

// count returns how many values of a field there are.
func (s *space) count(field int) int {
	s.fill(field)
	return len(s.values[field])
}

func (s *space) value(field int, number uint16) request.Value { return s.values[field][number] }

// request returns the request at a point.
func (s *space) request(at point) request.Request {
	r := s.original
	for f := range described {
		if at[f] != 0 {
			described[f].Assign(&r, s.values[f][at[f]])
		}
	}
	return r
}

// allowed returns the numbers of the values of a field, but the original, that fit.
func (s *space) allowed(field int, fit func(uint16) bool) []uint16 {
	s.fill(field)
	for at := max(1, s.checked[field]); at < len(s.values[field]); at++ {
		if number := uint16(at); fit(number) { // #nosec G115 -- see add
			s.fits[field] = append(s.fits[field], number)
		}
	}
	s.checked[field] = len(s.values[field])
	return s.fits[field]
}

// unchecked forgets which values fit.
func (s *space) unchecked() { s.fits, s.checked = [maxFields][]uint16{}, [maxFields]int{} }

// compare orders points by the numbers of their values, field by field.
func (s *space) compare(a, b point) int {
	for f := range a {
		if a[f] != b[f] {
			return cmp.Compare(a[f], b[f])
		}
	}
	return 0
}
