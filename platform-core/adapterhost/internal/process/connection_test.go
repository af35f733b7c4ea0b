package process

import (
	"bytes"
	"errors"
	"io"
	"net"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/http2"
)

// incoming is a connection over which a text comes.
type incoming struct {
	net.Conn
	io.Reader
}

func (r incoming) Read(into []byte) (int, error) { return r.Reader.Read(into) }

// A connection carries the answers to its calls, and no flood.
func TestFrames(t *testing.T) {
	const floods = maxCredit/frameCost + 1
	answer := func(f *http2.Framer, stream int) {
		_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: uint32(2*stream + 1), BlockFragment: make([]byte, 200), EndHeaders: true})
		for range (2 << 20) / (16 << 10) {
			_ = f.WriteData(uint32(2*stream+1), false, make([]byte, 16<<10))
		}
	}
	repeated := func(n int, write func(f *http2.Framer, i int)) func(*http2.Framer) {
		return func(f *http2.Framer) {
			for i := range n {
				write(f, i)
			}
		}
	}
	for name, c := range map[string]struct {
		calls int64
		send  func(*http2.Framer)
		want  error
	}{
		"nothing":                    {0, repeated(0, nil), io.EOF},
		"the largest answers":        {MaxCalls, repeated(MaxCalls, answer), io.EOF},
		"answers to nobody":          {0, repeated(2*MaxCalls, answer), errFlood},
		"pings":                      {1, repeated(floods, func(f *http2.Framer, _ int) { _ = f.WritePing(false, [8]byte{}) }), errFlood},
		"settings":                   {1, repeated(floods, func(f *http2.Framer, _ int) { _ = f.WriteSettings() }), errFlood},
		"window updates":             {1, repeated(floods, func(f *http2.Framer, _ int) { _ = f.WriteWindowUpdate(0, 1) }), errFlood},
		"empty data":                 {1, repeated(floods, func(f *http2.Framer, _ int) { _ = f.WriteData(1, false, nil) }), errFlood},
		"unknown frames":             {1, repeated(1100, func(f *http2.Framer, _ int) { _ = f.WriteRawFrame(99, 0, 0, make([]byte, 16<<10)) }), errFlood},
		"no credit from quiet calls": {1_000_000, repeated(floods, func(f *http2.Framer, _ int) { _ = f.WritePing(false, [8]byte{}) }), errFlood},
	} {
		t.Run(name, func(t *testing.T) {
			var sent bytes.Buffer
			c.send(http2.NewFramer(&sent, nil))
			for way, reader := range map[string]func(io.Reader) io.Reader{"whole": atOnce, "in halves": iotest.HalfReader, "in bytes": iotest.OneByteReader} {
				if way != "whole" && sent.Len() > 8<<20 {
					continue // the same cuts come again and again
				}
				p := &Process{done: make(chan struct{})}
				close(p.done)
				p.Made.Store(c.calls)
				f := &frames{
					Conn: incoming{Reader: reader(bytes.NewReader(sent.Bytes()))}, process: p, credit: maxCredit,
				}
				_, err := io.Copy(io.Discard, readerOnly{f})
				if errors.Is(c.want, errFlood) {
					assert.ErrorIs(t, err, errFlood, way)
				} else {
					assert.NoError(t, err, way)
				}
			}
		})
	}
}

func atOnce(r io.Reader) io.Reader { return r }

// readerOnly hides every other method.
type readerOnly struct{ io.Reader }
