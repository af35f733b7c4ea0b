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
func (p point) only(fields Fields) point {
	var out point
	for f := range fields.all {
		out[f] = p[f]
	}
	return out
}

// anyValue is the number of what a person chooses.
const openValue = math.MaxUint16

// changed returns the fields that have another value than the original.
func (p point) changedFields() (fields Fields) {
	for f, number := range p {
		if number != 0 {
			fields |= 1 << f
		}
	}
	return fields
}

// opened returns the fields that are left to a person.
func (p point) openFields() (fields Fields) {
	for f, number := range p {
		if number == openValue {
			fields |= 1 << f
		}
	}
	return fields
}

// closed returns the point with the original values of some fields.
func (p point) reset(fields Fields) point {
	for f := range fields.all {
		p[f] = 0
	}
	return p
}

// joined returns the point with what another one changes.
func (p point) merge(other point) point {
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
	original  request.Request
	budget    *policy.Budget
	source    func(field string) []request.Value
	values    [maxFields][]request.Value // the first is the original
	numbers   [maxFields]map[request.Value]uint16
	filled    Fields              // whose values were made
	tried     [maxFields][]uint16 // the values to try, without the original
	truncated bool                // there were more values than maxValues
}

func newDomain(p Problem) *domain {
	s := &domain{original: p.Request, budget: p.Budget, source: p.Values}
	for f := range requestFields {
		original := requestFields[f].Get(&s.original)
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
	for _, v := range s.source(requestFields[field].Name) {
		s.budget.Spend(stepsOfValue)
		if number := s.add(field, v); !tried[number] {
			tried[number] = true
			s.tried[field] = append(s.tried[field], number)
		}
	}
}

// fieldNumber returns the number of the field with the name; -1 for none.
func fieldNumber(name string) int {
	if number, ok := fieldNumbers[name]; ok {
		return number
	}
	return -1
}

var fieldNumbers = func() map[string]int {
	numbers := map[string]int{}
	for i, f := range requestFields {
		numbers[f.Name] = i
	}
	return numbers
}()

// add returns the number of a value, which it adds where it is new; 0 for one that the
// field cannot have, or that is the original.
func (s *domain) add(field int, v request.Value) uint16 {
	if field < 0 || v.IsZero() && !requestFields[field].Optional {
		return 0
	}
	if number, ok := s.numbers[field][v]; ok {
		return number
	}
	changed := s.original
	if changed.Set(requestFields[field].Name, v) != nil {
		return 0
	}
	normal := requestFields[field].Get(&changed)
	if number, ok := s.numbers[field][normal]; ok {
		return number
	}
	if len(s.values[field]) >= maxValues {
		s.truncated = true
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
	for f := range requestFields {
		if at[f] != 0 && at[f] != openValue {
			requestFields[f].Assign(&r, s.values[f][at[f]])
		}
	}
	return r
}
