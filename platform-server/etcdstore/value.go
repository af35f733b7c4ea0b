package etcdstore

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/store"
)

// The content of an entry is JSON that describes it, a line end, and the compressed pieces of its
// document. Large and common pieces are keys of their own, below texts.

const (
	// inlineSize bounds a compressed piece in a value, in bytes: with all of its pieces an
	// entry is below the 1.5 MiB that etcd takes in one transaction.
	inlineSize = 256 << 10
	// textSize bounds a text before it is compressed, in bytes.
	textSize = 1 << 20
)

// piece is a part of a document.
type piece struct {
	// SHA256 is the digest of a piece below texts; empty for an inline piece.
	SHA256 string `json:"sha256,omitempty"`
	Size   int    `json:"size"`
	// Inline is the size of the compressed piece in the value; 0 for one below texts.
	Inline int  `json:"inline,omitempty"`
	Common bool `json:"common,omitempty"`
}

// text is a piece below texts, compressed.
type text struct {
	digest        string
	plain, packed []byte
	common        bool
}

// pieces are the pieces of a value. inline has the pieces in the value, and texts the others.
type pieces struct {
	list   []piece
	inline []byte
	texts  []text
}

// The encoder and the decoder may be used by many goroutines. NewWriter and NewReader fail only for wrong options.
var (
	encoder = must(zstd.NewWriter(nil))
	decoder = must(zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true)))
)

func must[T any](made T, err error) T {
	if err != nil {
		panic(err)
	}
	return made
}

// add adds a part of a document as one or more pieces.
func (p *pieces) add(part []byte, common bool) {
	if len(part) == 0 {
		return
	}
	packed := encoder.EncodeAll(part, nil)
	if !common && len(packed) <= inlineSize {
		p.list = append(p.list, piece{Size: len(part), Inline: len(packed)})
		p.inline = append(p.inline, packed...)
		return
	}
	for len(part) > 0 {
		n := min(len(part), textSize)
		own := part[:n]
		name := document.Digest(own)
		p.list = append(p.list, piece{SHA256: name, Size: n, Common: common})
		p.texts = append(p.texts, text{name, own, encoder.EncodeAll(own, nil), common})
		part = part[n:]
	}
}

// content returns the header and the inline pieces.
func (p *pieces) content(h header) ([]byte, error) {
	line, err := json.Marshal(h)
	return append(append(line, '\n'), p.inline...), err
}

// split returns the header of a content, decoded into h, and its inline pieces.
func split(content []byte, h *header) (inline []byte, err error) {
	line, inline, ok := bytes.Cut(content, []byte("\n"))
	if !ok {
		return nil, errors.New("has no header")
	}
	if err := json.Unmarshal(line, h); err != nil {
		return nil, fmt.Errorf("has a header that is not well-formed: %w", err)
	}
	return inline, nil
}

// read returns the parts of a document. texts has those below texts, by digest.
func read(list []piece, inline []byte, texts map[string][]byte) ([]store.TextPart, error) {
	parts := make([]store.TextPart, 0, len(list))
	for _, p := range list {
		if p.Inline == 0 {
			found, ok := texts[p.SHA256]
			if !ok || len(found) != p.Size {
				return nil, fmt.Errorf("refers to a missing text: %s", p.SHA256)
			}
			parts = append(parts, store.TextPart{Text: found, Common: p.Common})
			continue
		}
		if p.Inline < 0 || p.Inline > len(inline) {
			return nil, errors.New("ends too early")
		}
		found, err := unpack(inline[:p.Inline], p.Size)
		if err != nil {
			return nil, err
		}
		parts, inline = append(parts, store.TextPart{Text: found}), inline[p.Inline:]
	}
	return parts, nil
}

// checkSizes fails if the sizes of the pieces do not add up to size, or if size is more than limit. Call it before any
// piece is read or unpacked.
func checkSizes(list []piece, size, limit int) error {
	if size < 1 || size > limit {
		return fmt.Errorf("has a size of %d bytes; 1 to %d are allowed", size, limit)
	}
	left := size
	for _, p := range list {
		if p.Size < 1 || p.Size > left {
			return fmt.Errorf("has a size of %d bytes, but its texts are larger", size)
		}
		left -= p.Size
	}
	if left > 0 {
		return fmt.Errorf("has a size of %d bytes, but its texts are %d bytes shorter", size, left)
	}
	return nil
}

// unpack returns a compressed text of the given size, and takes no more memory than that.
func unpack(packed []byte, size int) ([]byte, error) {
	unpacked, err := decoder.DecodeAll(packed, make([]byte, 0, size))
	if err != nil {
		return nil, fmt.Errorf("has a text that cannot be read: %w", err)
	}
	if len(unpacked) != size {
		return nil, fmt.Errorf("has a text of %d bytes instead of %d", len(unpacked), size)
	}
	return unpacked, nil
}
