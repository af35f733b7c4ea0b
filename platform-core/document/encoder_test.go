package document

import (
	"encoding/json"
	"math"
	"net/netip"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type (
	list   []string
	names  map[string]string
	level  string
	amount struct{ n int }
	inner  struct {
		Text  string `json:"text"`
		Level level  `json:"level,omitempty"`
	}
	tree struct {
		Name     string  `json:"name"`
		Children []tree  `json:"children,omitempty"`
		Parent   *inner  `json:"parent,omitempty"`
		Any      any     `json:"any,omitempty"`
		hidden   string  // it must not be encoded
		Skipped  string  `json:"-"`
		Plain    float64 // no tag
	}
	embedding struct {
		inner
		More int `json:"more"`
	}
)

func (a amount) MarshalJSON() ([]byte, error) { return []byte("12.50"), nil }
func (a amount) IsZero() bool                 { return a.n == 7 }

// own has a method of its address.
type own struct{ Text string }

func (o *own) MarshalJSON() ([]byte, error) { return json.Marshal(map[string]string{"own": o.Text}) }

// Encode gives what encoding/json gives, with its own escapes.
func TestEncodeIsWhatTheLibraryEncodes(t *testing.T) {
	for name, v := range map[string]any{
		"null":      nil,
		"text":      "a \"b\" \\ <c> & \b\f\n\r\t\x00\x1f\x7f \u2028 \u200b \U000e0001 \U0001f600 \xff\xc3",
		"number":    int64(math.MinInt64),
		"flag":      true,
		"amount":    amount{},
		"prefix":    netip.MustParsePrefix("10.0.0.0/8"),
		"bytes":     []byte("abc"),
		"lists":     []list{nil, {}, {"a", "b"}},
		"names":     []names{nil, {}, {"b": "1", "a": "2", "c\n": "<"}},
		"any map":   map[string]any{"b": []any{1.5, nil, "x\u200b"}, "a": map[string]any{}},
		"struct":    inner{"x", ""},
		"pointer":   &inner{"x", "y"},
		"nil":       (*inner)(nil),
		"nothing":   struct{}{},
		"own":       &own{"x"},
		"owns":      []own{{"x"}, {"<"}},
		"embedding": embedding{inner{"x", "y"}, 3},
		"omitted": struct {
			A amount          `json:"a,omitzero"`
			B amount          `json:"b,omitzero"`
			C []int           `json:"c,omitempty"`
			D []int           `json:"d,omitzero"`
			E inner           `json:"e,omitempty"`
			F bool            `json:"f,omitempty"`
			G *int            `json:"g,omitempty"`
			H map[string]int  `json:"h"`
			I uint            `json:"i"`
			J json.RawMessage `json:"j"`
		}{A: amount{7}, D: []int{}, J: json.RawMessage(`{"x":[1]}`)},
		"tree": tree{Name: "a", Children: []tree{{Name: "b", Parent: &inner{"x", "y"}, Any: map[string]any{"k": inner{"u", "v"}}}, {}}, hidden: "h", Skipped: "s", Plain: 1e30},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Encode(v)
			require.NoError(t, err)
			want, err := byLibrary(v, 0)
			require.NoError(t, err)
			assert.Equal(t, string(want)+"\n", string(got))
		})
	}
	_, err := Encode(struct{ F func() }{})
	require.Error(t, err)
}

// Each character by itself, among others, and broken.
func TestEncodeOfCharacters(t *testing.T) {
	var all strings.Builder
	for r := rune(0); r <= utf8.MaxRune; r++ {
		all.WriteRune(r)
		if r%4096 == 4095 || r == utf8.MaxRune {
			texts := list{all.String(), all.String() + "\xe2\x80", "\xf0" + all.String()}
			got, err := Encode(texts)
			require.NoError(t, err)
			want, err := byLibrary(texts, 0)
			require.NoError(t, err)
			require.Equal(t, string(want)+"\n", string(got))
			all.Reset()
		}
	}
}

func TestEncodeKeepsNothing(t *testing.T) {
	first, err := Encode(list{"one"})
	require.NoError(t, err)
	_, err = Encode(list{"two", "three"})
	require.NoError(t, err)
	assert.Equal(t, "[\n  \"one\"\n]\n", string(first))
}
