package space

import (
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

// anyValue is the number of what a person chooses.
const anyValue = math.MaxUint16

// changed returns the fields that have another value than the original.
func (p point) changed() (fields Fields) {
	for f, number := range p {
		if number != 0 {
			fields |= 1 << f
		}
	}
	return fields
}

// opened returns the fields that are left to a person.
func (p point) opened() (fields Fields) {
	for f, number := range p {
		if number == anyValue {
			fields |= 1 << f
		}
	}
	return fields
}

// closed returns the point with the original values of some fields.
func (p point) closed(fields Fields) point {
	for f := range fields.all {
		p[f] = 0
	}
	return p
}

// joined returns the point with what another one changes.
func (p point) joined(other point) point {
	for f, number := range other {
		if number != 0 {
			p[f] = number
		}
	}
	return p
}

func (p point) with(field int, value uint16) point {
	p[field] = value
	return p
}

// maxValues bounds the values of a field.
const maxValues = 60_000

// stepsOfValue is what it takes to add a value.
const stepsOfValue = 5

// domain is the values that a search tries.
type domain struct {
	original request.Request
	budget   *policy.Budget
	more     func(field string) []request.Value
	values   [maxFields][]request.Value // the first is the original
	numbers  [maxFields]map[request.Value]uint16
	filled   Fields              // whose values were made
	given    [maxFields][]uint16 // the values to try, without the original
	dropped  bool                // there were more values than maxValues
}

func newDomain(p Problem) *domain {
	s := &domain{original: p.Request, budget: p.Budget, more: p.Values}
	for f := range described {
		original := described[f].Get(&s.original)
		s.values[f], s.numbers[f] = []request.Value{original}, map[request.Value]uint16{original: 0}
	}
	return s
}

// fill adds all values that may be tried of a field.
func (s *domain) fill(field int) {
	if s.filled.has(field) {
		return
	}
	s.filled |= 1 << field
	tried := map[uint16]bool{0: true}
	for _, v := range s.more(described[field].Name) {
		s.budget.Spend(stepsOfValue)
		if number := s.add(field, v); !tried[number] {
			tried[number] = true
			s.given[field] = append(s.given[field], number)
		}
	}
}

// fieldNumber returns the number of the field with the name; -1 for none.
func fieldNumber(name string) int {
	if number, ok := numbers[name]; ok {
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
func (s *domain) add(field int, v request.Value) uint16 {
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
	if len(s.values[field]) >= maxValues {
		s.dropped = true
		return 0
	}
	number := uint16(len(s.values[field])) // #nosec G115 -- see above
	s.values[field], s.numbers[field][normal] = append(s.values[field], normal), number
	return number
}

func (s *domain) value(field int, number uint16) request.Value { return s.values[field][number] }

// request returns the request at a point, with the original values of what is left to a person.
func (s *domain) request(at point) request.Request {
	r := s.original
	for f := range described {
		if at[f] != 0 && at[f] != anyValue {
			described[f].Assign(&r, s.values[f][at[f]])
		}
	}
	return r
}
