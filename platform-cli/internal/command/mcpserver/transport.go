package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"platform.internal/platform-core/document"
)

// maxMessage bounds a message in bytes. A saved proposal is at most 4 MiB.
const maxMessage = 16 << 20

// transport connects a server with two streams. The SDK's own ends at the first line that
// is no message; an agent may send one, and still be worth an answer.
type transport struct {
	lines  *bufio.Reader
	out    io.Writer
	mu     sync.Mutex // of out
	read   chan line
	closed chan struct{}
	once   sync.Once
	open   calls
}

// line is a line of the input, or why there are no more.
type line struct {
	text []byte
	long bool // it is longer than a message may be, and was left out
	err  error
}

func newTransport(in io.Reader, out io.Writer) *transport {
	return &transport{lines: bufio.NewReaderSize(in, 64<<10), out: out, read: make(chan line), closed: make(chan struct{})}
}

// Connect returns the connection, which reads from now on.
func (t *transport) Connect(context.Context) (mcp.Connection, error) {
	go t.follow()
	return t, nil
}

// SessionID returns that there is no session to return to.
func (t *transport) SessionID() string { return "" }

// follow reads lines until there are none. It may wait for one when the connection is
// closed, for as long as the process runs.
func (t *transport) follow() {
	for {
		l := t.next()
		select {
		case t.read <- l:
		case <-t.closed:
			return
		}
		if l.err != nil {
			return
		}
	}
}

// next reads a line, of which it keeps no more than a message may have.
func (t *transport) next() (l line) {
	for {
		part, err := t.lines.ReadSlice('\n')
		if l.long = l.long || len(l.text)+len(part) > maxMessage; l.long {
			l.text = nil
		} else {
			l.text = append(l.text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && (l.long || len(bytes.TrimSpace(l.text)) > 0):
			return l // the next call ends
		default:
			l.err = err
			return l
		}
	}
}

// Read returns the next message, and answers lines that are not messages.
func (t *transport) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-t.closed:
			return nil, io.EOF
		case l := <-t.read:
			if l.err != nil {
				t.open.settle(ctx, t.closed)
				return nil, l.err
			}
			message, refusal := decode(l)
			r, is := message.(*jsonrpc.Request)
			if is && r.IsCall() && !t.open.fits(ctx, t.closed, len(l.text)) {
				return nil, io.EOF
			}
			if is && !t.open.add(r.ID, len(l.text)) {
				refusal = refuse(idOf(l.text), jsonrpc.CodeInvalidRequest, "A call with this ID has no answer yet; use another ID.")
			}
			if refusal == nil && message != nil {
				return message, nil
			}
			if refusal != nil {
				if err := t.write(refusal); err != nil {
					return nil, err
				}
			}
		}
	}
}

// decode returns the message of a line, the answer to one that is not a message, or nothing for an
// empty line.
func decode(l line) (jsonrpc.Message, []byte) {
	text := bytes.TrimSpace(l.text)
	switch {
	case l.long:
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, "The message is over 16 MiB; send a shorter one.")
	case len(text) == 0:
		return nil, nil
	case !json.Valid(text):
		return nil, refuse(nil, jsonrpc.CodeParseError, "The line is no JSON; send one JSON-RPC message a line.")
	case text[0] == '[':
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, "Batches are not taken; send one message a line.")
	}
	message, err := jsonrpc.DecodeMessage(text)
	if err != nil {
		return nil, refuse(idOf(text), jsonrpc.CodeInvalidRequest, "The line is no JSON-RPC 2.0 message; send an object with jsonrpc, method, params and, for an answer, id.")
	}
	return message, nil
}

// idOf returns the ID of what is nearly a message, where it is one that an answer may have.
func idOf(text []byte) json.RawMessage {
	var m struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(text, &m) != nil || len(m.ID) == 0 || m.ID[0] != '"' && (m.ID[0] < '0' || m.ID[0] > '9') && m.ID[0] != '-' {
		return nil
	}
	return m.ID
}

// refuse returns an answer to what is no message. The SDK cannot write one without an ID.
func refuse(id json.RawMessage, code int, message string) []byte {
	answer, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}{Version: "2.0", ID: id, Error: struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}{code, message}})
	if err != nil {
		panic(err) // a number, a text and valid JSON
	}
	return answer
}

// Write writes a message.
func (t *transport) Write(_ context.Context, message jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	if r, is := message.(*jsonrpc.Response); is {
		defer t.open.remove(r.ID)
	}
	return t.write(data)
}

// write writes a line. An ID comes back as the agent wrote it, and may hold characters that
// cannot be seen.
func (t *transport) write(data []byte) error {
	line := append(document.Escaped(data), '\n')
	t.mu.Lock()
	defer t.mu.Unlock()
	_, err := t.out.Write(line)
	return err
}

// Close lets Read return.
func (t *transport) Close() error {
	t.once.Do(func() { close(t.closed) })
	return nil
}
