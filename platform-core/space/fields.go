package space

import (
	"cmp"
	"math/bits"
	"slices"

	"platform.internal/platform-core/request"
)

// Fields is a set of fields of a request: bit n stands for request.Fields()[n].
type Fields uint32

var (
	requestFields = request.Fields()
	// AllFields has every field of a request.
	AllFields   = Fields(1)<<len(requestFields) - 1
	regionField = request.FieldIndex(request.RegionField)
)

// FieldsNamed returns the fields with the dotted names. The name [request.ControlsField] selects all controls.
func FieldsNamed(names ...string) Fields {
	return AllFields.filter(func(f *request.Field) bool {
		return slices.Contains(names, f.Name) || f.IsControl() && slices.Contains(names, request.ControlsField)
	})
}

func (f Fields) has(field int) bool { return f&(1<<field) != 0 }

// UserOnly returns the personal fields: facts without a list of values. Only the user knows their right value.
func (f Fields) UserOnly() Fields { return f.filter((*request.Field).IsPersonal) }

// Facts returns the fields that are facts.
func (f Fields) Facts() Fields { return f.filter(func(f *request.Field) bool { return f.Fact }) }

func (f Fields) filter(keep func(*request.Field) bool) (some Fields) {
	for field := range f.all {
		if keep(&requestFields[field]) {
			some |= 1 << field
		}
	}
	return some
}

// subsets returns the non-empty subsets of the fields, smaller subsets first.
func (f Fields) subsets() (sets []Fields) {
	for some := f; some != 0; some = (some - 1) & f {
		sets = append(sets, some)
	}
	slices.SortFunc(sets, func(a, b Fields) int { return cmp.Or(cmp.Compare(a.count(), b.count()), compareFields(a, b)) })
	return sets
}

// compareFields finds the first field that is in only one of the two sets. The set with this field comes first.
func compareFields(a, b Fields) int {
	differ := a ^ b
	switch lowest := differ & -differ; {
	case differ == 0:
		return 0
	case a&lowest != 0:
		return -1
	default:
		return 1
	}
}

// Names returns the dotted names of the fields, in the order of [request.Fields].
func (f Fields) Names() (names []string) {
	for field := range f.all {
		names = append(names, requestFields[field].Name)
	}
	return names
}

func (f Fields) count() int { return bits.OnesCount32(uint32(f)) }

// all yields the numbers of the fields, in the order of documents.
func (f Fields) all(yield func(int) bool) {
	for ; f != 0; f &= f - 1 {
		if !yield(bits.TrailingZeros32(uint32(f))) {
			return
		}
	}
}
