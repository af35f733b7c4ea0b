package etcdstore

import (
	"bytes"
	"crypto/sha256"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/etcd/api/v3/mvccpb"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// random returns bytes that do not compress, the same each time.
func random(n int) []byte {
	text := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(text)
	return text
}

// TestPieces: every part is read back as it was, and what is beside the header stays below what
// etcd takes at once.
func TestPieces(t *testing.T) {
	for name, parts := range map[string][]store.TextPart{
		"small":            {{Text: []byte("small")}},
		"empty":            {{Text: []byte{}}, {Text: []byte("x")}},
		"common":           {{Text: []byte("a")}, {Text: []byte("main.tf"), Common: true}, {Text: []byte("b")}},
		"just inline":      {{Text: random(inlineSize - 1000)}},
		"too large inline": {{Text: random(inlineSize + 1000)}},
		"largest":          {{Text: random(store.MaxProposalSize)}},
		"compresses well":  {{Text: bytes.Repeat([]byte("resource {}\n"), 200_000)}},
	} {
		t.Run(name, func(t *testing.T) {
			var p pieces
			var want []byte
			for _, part := range parts {
				p.add(part.Text, part.Common)
				want = append(want, part.Text...)
			}
			texts := map[string][]byte{}
			for _, own := range p.texts {
				require.Less(t, len(own.packed), 3<<19, "etcd takes 1.5 MiB")
				plain, err := unpack(own.packed, len(own.plain))
				require.NoError(t, err)
				assert.Equal(t, own.digest, document.Digest(plain))
				texts[own.digest] = plain
			}
			content, err := p.content(header{Pieces: p.list})
			require.NoError(t, err)
			require.Less(t, len(content), 3<<19)
			var h header
			inline, err := split(content, &h)
			require.NoError(t, err)
			found, err := read(h.Pieces, inline, texts)
			require.NoError(t, err)
			assert.True(t, bytes.Equal(want, joined(found)))
		})
	}
}

// TestEachByteOfAValueCounts: whichever byte of a value differs, and wherever it is cut, it is not opened.
func TestEachByteOfAValueCounts(t *testing.T) {
	keys := newLayout("/platform")
	r := &store.Record{RecordSummary: store.RecordSummary{Summary: wire.Summary{RequestID: "req-1"}}, Fingerprint: "sha256:1", Entry: []byte(",{\"request_id\": \"req-1\"}\n")}
	var p pieces
	content, err := p.content(recordCodec.encode(r, &p))
	require.NoError(t, err)
	place := keys.entry(recordKind, "req-1")
	value := []byte(keys.seal(place, content))
	opened, err := keys.open(&mvccpb.KeyValue{Key: []byte(place), Value: value})
	require.NoError(t, err)
	assert.Equal(t, content, opened.content)
	for at := range value {
		changed := bytes.Clone(value)
		changed[at] ^= 1
		for _, other := range [][]byte{changed, value[:at], slices.Delete(bytes.Clone(value), at, at+1)} {
			_, err = keys.open(&mvccpb.KeyValue{Key: []byte(place), Value: other})
			require.Equal(t, problem.StoreAltered, problem.From(err).Code, "byte %d", at)
		}
	}
	for _, elsewhere := range []string{keys.entry(recordKind, "req-2"), keys.entry(proposalKind, "req-1"), keys.installation()} {
		_, err = keys.open(&mvccpb.KeyValue{Key: []byte(elsewhere), Value: value})
		assert.Equal(t, problem.StoreAltered, problem.From(err).Code, elsewhere)
	}
	copied := newLayout("/copy").entry(recordKind, "req-1")
	_, err = newLayout("/copy").open(&mvccpb.KeyValue{Key: []byte(copied), Value: value})
	assert.NoError(t, err, "a store can be copied to another prefix")
}

// TestSizesAreCheckedFirst: what a header says of its pieces is refused before a piece is read.
func TestSizesAreCheckedFirst(t *testing.T) {
	many := slices.Repeat([]piece{{SHA256: "a", Size: 4 << 20}}, 3000)
	for name, test := range map[string]struct {
		list []piece
		size int
		ok   bool
	}{
		"as it is":          {[]piece{{Size: 10}, {Size: 90}}, 100, true},
		"one piece":         {[]piece{{Size: 100}}, 100, true},
		"beyond the bound":  {[]piece{{Size: 101}}, 101, false},
		"one text too many": {[]piece{{Size: 50}, {Size: 51}}, 100, false},
		"too few":           {[]piece{{Size: 50}}, 100, false},
		"none":              {nil, 100, false},
		"nothing":           {nil, 0, false},
		"3,000 references":  {many, 100, false},
		"negative piece":    {[]piece{{Size: 150}, {Size: -50}}, 100, false},
		"negative size":     {[]piece{{Size: -5}}, -5, false},
		"sums that wrap":    {[]piece{{Size: math.MaxInt}, {Size: math.MaxInt}, {Size: 102}}, 100, false},
	} {
		assert.Equal(t, test.ok, checkSizes(test.list, test.size, 100) == nil, name)
	}
}

// TestUnpackTakesNoMoreThanItsSize: a text that unpacks to another size is refused, and one that unpacks to
// much is not unpacked.
func TestUnpackTakesNoMoreThanItsSize(t *testing.T) {
	large := bytes.Repeat([]byte("resource {}\n"), 16<<20)
	packed := encoder.EncodeAll(large, nil)
	unsized := func() []byte { // its frame does not say how large it is
		var into bytes.Buffer
		w := must(zstd.NewWriter(&into))
		_ = must(w.Write(large))
		require.NoError(t, w.Close())
		return into.Bytes()
	}()
	small := encoder.EncodeAll([]byte("small"), nil)
	for name, test := range map[string]struct {
		packed []byte
		size   int
	}{
		"far too large":                 {packed, 100},
		"far too large, without a size": {unsized, 100},
		"one byte too large":            {small, 4},
		"one byte too small":            {small, 6},
		"two frames":                    {slices.Concat(small, packed), 5},
		"nothing":                       {nil, 5},
		"no frame":                      {[]byte("nonsense"), 5},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := unpack(test.packed, test.size)
			runtime.ReadMemStats(&after)
			assert.Error(t, err)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(16<<20))
		})
	}
	text, err := unpack(small, 5)
	require.NoError(t, err)
	assert.Equal(t, "small", string(text))
}

// TestEntriesOfTheLog: a place of another kind, or one without the digest of a value, is refused.
func TestEntriesOfTheLog(t *testing.T) {
	digest := strings.Repeat("0a", sha256.Size)
	for name, test := range map[string]struct {
		kind, content string
		ok            bool
	}{
		"a record":                      {recordKind, `{"summary":{"request_id":"req-1","network_cidr":"10.0.0.0/8"},"size":2,"digest":"` + digest + `"}`, true},
		"a record without a network":    {recordKind, `{"summary":{"request_id":"req-1"},"size":2,"digest":"` + digest + `"}`, false},
		"a record with another network": {recordKind, `{"summary":{"network_cidr":"fd00::/8"},"digest":"` + digest + `"}`, false},
		"a proposal":                    {proposalKind, `{"request_id":"req-1","digest":"` + digest + `"}`, true},
		"a key of a record":             {boundKeys + recordKind, "", true},
		"a key of a proposal":           {boundKeys + proposalKind, "", true},
		"another kind":                  {"texts", "", false},
		"a key of another kind":         {boundKeys + "texts", "", false},
		"no JSON":                       {recordKind, "{", false},
		"no digest":                     {recordKind, `{}`, false},
		"a short digest":                {recordKind, `{"digest":"` + digest[2:] + `"}`, false},
		"a long digest":                 {proposalKind, `{"digest":"` + digest + digest + `"}`, false},
		"no hexadecimal digits":         {recordKind, `{"digest":"` + strings.Repeat("x", 2*sha256.Size) + `"}`, false},
	} {
		_, err := parseEntry(test.kind, []byte(test.content))
		assert.Equal(t, test.ok, err == nil, name)
	}
}
