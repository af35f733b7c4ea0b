package space

import (
	"math"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// maxFields is the maximum number of fields of a request, because [Fields] has this number of bits.
const maxFields = 32

// point represents a request. For each field it has the index of a value in a [domain]. Index 0 is the value in
// the original request.
type point [maxFields]uint16

// openValue is the index that marks an open field: the user chooses its value.
const openValue = math.MaxUint16

// only returns the point with 0 for all fields except the given fields.
func (p point) only(fields Fields) (out point) {
	for f := range fields.all {
		out[f] = p[f]
	}
	return out
}

// reset returns the point with 0 for the given fields.
func (p point) reset(fields Fields) point {
	for f := range fields.all {
		p[f] = 0
	}
	return p
}

// changedFields returns the fields whose value differs from the original request. Open fields are included.
func (p point) changedFields() (fields Fields) {
	for f, number := range p {
		if number != 0 {
			fields |= 1 << f
		}
	}
	return fields
}

// openFields returns the fields that are left to the user.
func (p point) openFields() (fields Fields) {
	for f, number := range p {
		if number == openValue {
			fields |= 1 << f
		}
	}
	return fields
}

// merge returns the point with the changes of another point.
func (p point) merge(other point) point {
	for f := range other.changedFields().all {
		p[f] = other[f]
	}
	return p
}

func (p point) with(field int, value uint16) point {
	p[field] = value
	return p
}

// maxValues limits the values of a field.
const maxValues = 60_000

// stepsPerValue is the number of budget steps that each added value costs.
const stepsPerValue = 5

// domain has, for each field, the values that a search tries and their indexes.
type domain struct {
	original  request.Request
	budget    *policy.Budget
	source    func(field string) []request.Value
	values    [maxFields][]request.Value // the first is the original
	numbers   [maxFields]map[request.Value]uint16
	filled    Fields              // the fields whose values fill has added
	tried     [maxFields][]uint16 // the values from the source, without the original
	truncated bool                // there were more values than maxValues
}

func newDomain(p Problem) *domain {
	d := &domain{original: p.Request, budget: p.Budget, source: p.Values}
	for f := range requestFields {
		original := requestFields[f].Get(&d.original)
		d.values[f], d.numbers[f] = []request.Value{original}, map[request.Value]uint16{original: 0}
	}
	return d
}

// fill adds the values of a field from the source.
func (d *domain) fill(field int) {
	if d.filled.has(field) {
		return
	}
	d.filled |= 1 << field
	tried := map[uint16]bool{0: true}
	for _, v := range d.source(requestFields[field].Name) {
		d.budget.Spend(stepsPerValue)
		if number := d.add(field, v); !tried[number] {
			tried[number] = true
			d.tried[field] = append(d.tried[field], number)
		}
	}
}

// add returns the number of a value, and adds the value if it is new. A value is stored in normal form: the only
// spelling that the field keeps, such as a text in lower case. The number is 0 for the original value and for a
// value that the field does not accept. It is also 0 for a new value if the field already has maxValues values.
func (d *domain) add(field int, v request.Value) uint16 {
	if field < 0 || v.IsZero() {
		return 0
	}
	if number, ok := d.numbers[field][v]; ok {
		return number
	}
	changed := d.original
	if changed.Set(requestFields[field].Name, v) != nil {
		return 0
	}
	normal := requestFields[field].Get(&changed)
	if number, ok := d.numbers[field][normal]; ok {
		return number
	}
	if len(d.values[field]) >= maxValues {
		d.truncated = true
		return 0
	}
	number := uint16(len(d.values[field])) // #nosec G115 -- see above
	d.values[field], d.numbers[field][normal] = append(d.values[field], normal), number
	return number
}

func (d *domain) value(field int, number uint16) request.Value { return d.values[field][number] }

// request returns the request at a point. It has the original values of open fields.
func (d *domain) request(at point) request.Request {
	r := d.original
	for f := range at.reset(at.openFields()).changedFields().all {
		requestFields[f].Assign(&r, d.values[f][at[f]])
	}
	return r
}
