package etcdstore

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/store"
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
	for name, parts := range map[string][]store.Part{
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
				plain, err := unpack(own.packed, own.digest)
				require.NoError(t, err)
				texts[own.digest] = plain
			}
			value, err := p.value(map[string]any{"pieces": p.list})
			require.NoError(t, err)
			require.Less(t, len(value), 3<<19)
			var header struct{ Pieces []piece }
			inline, err := split(value, &header)
			require.NoError(t, err)
			found, err := read(header.Pieces, inline, texts)
			require.NoError(t, err)
			assert.True(t, bytes.Equal(want, joined(found)))
		})
	}
}

// TestEachByteOfAValueCounts: whichever byte is another, the value is refused or has the same
// document.
func TestEachByteOfAValueCounts(t *testing.T) {
	r := &store.Record{RecordSummary: store.RecordSummary{RequestID: "req-1"}, Fingerprint: "sha256:1", Entry: []byte(",{\"request_id\": \"req-1\"}\n")}
	var p pieces
	value, err := p.value(recordCodec.encode(r, &p))
	require.NoError(t, err)
	for at := range value {
		changed := bytes.Clone(value)
		changed[at] ^= 1
		d, err := recordCodec.decode(changed)
		if err != nil {
			continue
		}
		parts, err := read(d.list, d.inline, nil)
		if err == nil && len(parts) > 0 {
			assert.Equal(t, string(r.Entry), string(joined(parts)), "byte %d", at)
		}
	}
}
