package space

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// outcomes returns which expressions match a text.
func outcomes(tests []string, text string) string {
	var b strings.Builder
	for _, test := range tests {
		b.WriteByte(bitText([]bool{regexp.MustCompile(test).MatchString(text)})[0])
	}
	return b.String()
}

// TestTextsCoverAllCombinations checks that the tried texts have each combination of matching patterns that a short text
// has.
func TestTextsCoverAllCombinations(t *testing.T) {
	for _, c := range []struct {
		field, letters string
		length         int
		tests          []string
	}{
		{request.CostCentreField, "ABC4-", 6, []string{`^CC`, `\AC4\z`, `4$`}},
		{request.CostCentreField, "CD4-", 6, []string{`^CC-\d+$`, `-`, `(C|D)4`, `4.*4`, `\bD`}},
		{request.ApplicationField, "abx-", 6, []string{`^a.*x$`, `ab|ba`, `x{2}`, `^[^x]+$`}},
		{request.ApplicationField, "ab", 6, []string{`a$|^b`, `(?i)ABB`, `aa`, `\Aaba\z`}},
	} {
		f, _ := request.FieldNamed(c.field)
		found, whole := shortestTexts(&f, forms(&f)[0], c.tests, map[string]bool{}, budget(t))
		require.True(t, whole, c.tests)
		var ways []string
		for _, v := range found {
			ways = append(ways, outcomes(c.tests, v.Text))
		}
		assert.Len(t, found, len(slices.Compact(slices.Sorted(slices.Values(ways)))), "one text for each way")
		every := []string{""}
		for range c.length {
			for _, text := range every {
				for _, r := range c.letters {
					every = append(every, text+string(r))
				}
			}
			slices.Sort(every)
			every = slices.Compact(every)
		}
		for _, text := range every {
			if _, ok := acceptedText(&f, text); ok {
				require.Contains(t, ways, outcomes(c.tests, text), "%q of %q", text, c.tests)
			}
		}
	}
}

func budget(t *testing.T) *policy.Budget { return policy.NewBudget(t.Context(), maxTextSteps) }

func TestSamplesOfOwnersAndProse(t *testing.T) {
	owner, _ := request.FieldNamed(request.OwnerField)
	found, whole := shortestTexts(&owner, forms(&owner)[0], []string{`-team@`, `-(team|crew)@`, `@example\.com$`}, map[string]bool{}, budget(t))
	assert.True(t, whole)
	assert.Equal(t, []request.Value{request.Text("a@example.com"), request.Text("a-crew@example.com"), request.Text("a-team@example.com")}, found)
	prose, _ := request.FieldNamed(request.JustificationField)
	found, _ = shortestTexts(&prose, forms(&prose)[1], []string{`INC-\d+`}, map[string]bool{}, budget(t))
	assert.Len(t, found, 2)
	for _, test := range []string{`Müller`, `\p{Greek}`, `\p{Han}+`, `(?i)ÄRZTE`, `[^\x00-\x{2FFF}]`} {
		found, whole = shortestTexts(&prose, forms(&prose)[1], []string{test}, map[string]bool{}, budget(t))
		assert.True(t, whole, test)
		assert.Len(t, found, 2, test)
	}
}

// TestTextThatIsTooLong checks an owner with 200 characters before the @: no request accepts it, but 200 characters in all are
// accepted.
func TestTextThatIsTooLong(t *testing.T) {
	owner, _ := request.FieldNamed(request.OwnerField)
	_, whole := shortestTexts(&owner, forms(&owner)[1], []string{`^.{200}`}, map[string]bool{}, budget(t))
	assert.False(t, whole)
}

// within reports for each range whether a network lies in it.
func within(ranges []netip.Prefix, p netip.Prefix) (in []bool) {
	for _, r := range ranges {
		in = append(in, r.Bits() <= p.Bits() && r.Contains(p.Addr()))
	}
	return in
}

// TestNetworksCoverAllClasses checks that for each network a network of the same class is tried: its length has the same order
// to the lengths in rules, and it lies in the same ranges.
func TestNetworksCoverAllClasses(t *testing.T) {
	texts := []string{"10.0.0.0/8", "10.0.0.0/9", "10.128.0.0/9", "10.20.0.0/16", "10.20.4.0/22", "172.16.0.0/12", "255.255.255.0/24", "0.0.0.0/1"}
	var ranges []netip.Prefix
	var with []request.Value
	for _, text := range texts {
		ranges, with = append(ranges, netip.MustParsePrefix(text)), append(with, request.Text(text))
	}
	c := &partition{budget: budget(t), cache: map[cacheKey]representatives{}, dates: []request.Date{"2026-11-22"}, comparisons: []policy.Comparison{
		{Field: request.NetworkField, By: policy.ByRanges, With: with},
		{Field: request.NetworkField, By: policy.ByLength, With: []request.Value{request.Number(1), request.Number(26)}},
	}}
	shown := map[string]bool{}
	key := func(p netip.Prefix) string {
		b := fmt.Appendln(nil, cmp.Compare(p.Bits(), 1), cmp.Compare(p.Bits(), 26))
		for _, is := range within(ranges, p) {
			b = append(b, bitText([]bool{is})[0])
		}
		return string(b)
	}
	f, _ := request.FieldNamed(request.NetworkField)
	values, _ := c.representatives(&f, request.Request{NetworkCIDR: netip.MustParsePrefix("10.20.0.0/20")})
	for _, v := range values {
		shown[key(netip.MustParsePrefix(v.Text))] = true
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		address := netip.AddrFrom4([4]byte{byte(random.Uint32()), byte(random.Uint32()), byte(random.Uint32()), byte(random.Uint32())})
		if random.IntN(2) == 0 { // near to a written range
			near := ranges[random.IntN(len(ranges))].Addr().As4()
			near[3], near[2] = byte(random.Uint32()), near[2]+byte(random.Uint32N(8))
			address = netip.AddrFrom4(near)
		}
		p, err := address.Prefix(random.IntN(28))
		require.NoError(t, err)
		require.True(t, shown[key(p)], p)
	}
}
