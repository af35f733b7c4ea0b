package rpc

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

func encoded(t testing.TB, m proto.Message) []byte {
	t.Helper()
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	require.NoError(t, err)
	return data
}

// TestTheGeneratedCodeAgrees reads what is sent with the code that protobuf
// generates, which must know each field of it, miss none, have each text under the
// name that it has here, and send the same bytes.
func TestTheGeneratedCodeAgrees(t *testing.T) {
	agrees(t, filled[adapter.Description](), Description, &providerv1.Description{})
	agrees(t, filled[profile.Profile](), Profile, &providerv1.Profile{})
	agrees(t, struct{ Checks []profile.Check }{filled[[]profile.Check]()}, func(x *exchange, d *struct{ Checks []profile.Check }) {
		checksFields(x, &d.Checks)
	}, &providerv1.CheckInstallationResponse{})
	agrees(t, filled[adapter.Input](), Input, &providerv1.Order{})
	agrees(t, filled[adapter.Evaluation](), Evaluation, &providerv1.EvaluateResponse{})
	agrees(t, filled[adapter.Generation](), Generation, &providerv1.GenerateResponse{})
	agrees(t, filled[adapter.Input](), withHost(Input), &providerv1.EvaluateRequest{})
	agrees(t, filled[adapter.Input](), withHost(Input), &providerv1.GenerateRequest{})
	agrees(t, filled[profile.Profile](), withHost(Profile), &providerv1.CheckInstallationRequest{})
	agrees(t, struct{ Host []string }{filled[[]string]()}, func(x *exchange, d *struct{ Host []string }) {
		Host.In()(x, &d.Host)
	}, &providerv1.DescribeRequest{})
	agrees(t, struct{ Description adapter.Description }{filled[adapter.Description]()}, func(x *exchange, d *struct{ Description adapter.Description }) {
		Description.In()(x, &d.Description)
	}, &providerv1.DescribeResponse{})
}

func agrees[D any](t *testing.T, d D, c Conversion[D], m proto.Message) {
	t.Helper()
	sent := c.Encode(d)
	require.NoError(t, proto.Unmarshal(sent, m), "%T", m)
	whole(t, m.ProtoReflect())
	compared(t, reflect.ValueOf(d), reflect.ValueOf(m))
	assert.Equal(t, encoded(t, m), sent, "%T", m)
}

// whole requires that each field of a message is there, and no other.
func whole(t *testing.T, m protoreflect.Message) {
	t.Helper()
	assert.Empty(t, m.GetUnknown(), "%s", m.Descriptor().FullName())
	for i := range m.Descriptor().Fields().Len() {
		f := m.Descriptor().Fields().Get(i)
		// Of a value, filled has only a number.
		if f.ContainingMessage().Name() != "Value" {
			assert.True(t, m.Has(f), "%s", f.FullName())
		}
		switch {
		case f.Message() == nil:
		case f.IsList():
			whole(t, m.Get(f).List().Get(0).Message())
		default:
			whole(t, m.Get(f).Message())
		}
	}
}

// compared requires that texts of one name are equal in a value and its message.
func compared(t *testing.T, d, m reflect.Value) {
	t.Helper()
	m = reflect.Indirect(m)
	switch {
	case d.Kind() == reflect.String && m.Kind() == reflect.String:
		assert.Equal(t, d.String(), m.String())
	case d.Kind() == reflect.Slice && m.Kind() == reflect.Slice:
		compared(t, d.Index(0), m.Index(0))
	}
	if d.Kind() != reflect.Struct || m.Kind() != reflect.Struct {
		return
	}
	for i := range m.NumField() {
		name := m.Type().Field(i).Name
		namesake := d.FieldByNameFunc(func(other string) bool { return strings.EqualFold(other, name) })
		if m.Type().Field(i).IsExported() && namesake.IsValid() {
			compared(t, namesake, m.Field(i))
		}
	}
}

// TestMessagesAreReadAsTheGeneratedCodeReadsThem gives both what another encoder may
// send: fields in any sequence, twice, of an unknown number or another kind.
func TestMessagesAreReadAsTheGeneratedCodeReadsThem(t *testing.T) {
	text := func(number protowire.Number, text string) []byte {
		return protowire.AppendString(protowire.AppendTag(nil, number, protowire.BytesType), text)
	}
	number := func(number protowire.Number, n uint64) []byte {
		return protowire.AppendVarint(protowire.AppendTag(nil, number, protowire.VarintType), n)
	}
	group := protowire.AppendGroup(protowire.AppendTag(nil, 9, protowire.StartGroupType), 9, text(1, "in a group"))
	for name, parts := range map[string][][]byte{
		"nothing":            {},
		"in reverse":         {number(8, 7), text(7, "a"), text(7, "1"), text(1, "address")},
		"twice":              {text(1, "first"), number(8, 1), text(2, "type"), text(1, "last"), number(8, 2)},
		"a list in pieces":   {text(6, "one"), text(1, "address"), text(6, "two")},
		"unknown numbers":    {text(1, "address"), text(99, "x"), number(100, 7), group, text(2, "type")},
		"of another kind":    {number(1, 7), number(6, 7), text(8, "x"), text(2, "type")},
		"a negative amount":  {number(8, 1<<64-1)},
		"no UTF-8":           {text(1, "\xff")},
		"no UTF-8 in a list": {text(6, "\xff")},
		"cut off":            {text(1, "address")[:4]},
		"an open group":      {protowire.AppendTag(nil, 9, protowire.StartGroupType)},
		"no number":          {text(0, "x")},
		"an end of no group": {protowire.AppendTag(nil, 9, protowire.EndGroupType)},
	} {
		t.Run(name, func(t *testing.T) {
			data := slices.Concat(parts...)
			var m providerv1.Resource
			expected := proto.Unmarshal(data, &m)
			got, err := Conversion[request.Resource](resourceFields).Decode(data)
			if expected != nil {
				require.ErrorIs(t, err, ErrMalformed)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, m.GetAddress(), got.Address)
			assert.Equal(t, m.GetType(), got.Type)
			assert.Equal(t, m.GetControls(), append([]string(nil), copied(got.Controls)...))
			assert.Equal(t, m.MonthlyCents != nil, got.MonthlyCost.Known)
			assert.Equal(t, m.GetMonthlyCents(), got.MonthlyCost.Cents)
		})
	}
}

// FuzzDecode decodes any bytes, and accepts only messages that protobuf accepts too.
func FuzzDecode(f *testing.F) {
	f.Add(Evaluation.Encode(filled[adapter.Evaluation]()))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Evaluation.Decode(data)
		if generated := proto.Unmarshal(data, &providerv1.EvaluateResponse{}); generated == nil {
			assert.NotErrorIs(t, err, ErrMalformed)
		}
		if err == nil {
			again, err := Evaluation.Decode(Evaluation.Encode(got))
			require.NoError(t, err)
			assert.Equal(t, got, again)
		}
	})
}

// A message is read once it is known not to hold too much, however deep.
func TestMessagesThatHoldTooMuchAreRefused(t *testing.T) {
	empties := slices.Repeat([]byte{0x0a, 0}, 600_000)
	estimate := func(items int) []byte {
		return encoded(t, &providerv1.EvaluateResponse{Estimate: &providerv1.Estimate{Items: slices.Repeat([]*providerv1.EstimateItem{{Item: "x"}}, items)}})
	}
	properties := func(n int) []byte {
		return encoded(t, &providerv1.EvaluateResponse{Resources: []*providerv1.Resource{{Properties: slices.Repeat([]string{""}, n)}}})
	}
	for name, c := range map[string]struct {
		data []byte
		read func([]byte) error
		want error
	}{
		"checks":            {empties, read(Checks), ErrTooMany},
		"violations":        {empties, read(Evaluation), ErrTooMany},
		"files":             {empties, read(Generation), ErrTooMany},
		"items":             {estimate(maxMessages + 1), read(Evaluation), ErrTooMany},
		"texts":             {properties(maxFields + 1), read(Evaluation), ErrTooMany},
		"as much as may be": {estimate(maxMessages - 2), read(Evaluation), nil},
	} {
		t.Run(name, func(t *testing.T) { assert.ErrorIs(t, c.read(c.data), c.want) })
	}
}

func read[D any](c Conversion[D]) func([]byte) error {
	return func(data []byte) error {
		_, err := c.Decode(data)
		return err
	}
}

func copied[T ~string](list []T) []string {
	var texts []string
	for _, item := range list {
		texts = append(texts, string(item))
	}
	return texts
}
