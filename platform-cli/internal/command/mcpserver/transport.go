package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
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
	ctx    context.Context // ends when the connection is closed
	cancel context.CancelFunc
	open   *calls
}

// line is a line of the input, or why there are no more.
type line struct {
	text []byte
	long bool // it is longer than a message may be, and was left out
	err  error
}

func newTransport(in io.Reader, out io.Writer) *transport {
	return &transport{lines: bufio.NewReaderSize(in, 64<<10), out: out, read: make(chan line), open: newCalls()}
}

// Connect returns the connection, which reads from now on. It is closed when ctx ends: the
// SDK waits for the calls, which may wait for an agent that reads nothing.
func (t *transport) Connect(ctx context.Context) (mcp.Connection, error) {
	t.ctx, t.cancel = context.WithCancel(ctx)
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
		case <-t.ctx.Done():
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
		case <-t.ctx.Done():
			return nil, io.EOF
		case l := <-t.read:
			if l.err != nil {
				t.open.settle(t.ctx)
				_ = t.Close() // what nobody has read by now is given up
				return nil, l.err
			}
			message, refusal := decode(l)
			if r, ok := message.(*jsonrpc.Request); ok && r.IsCall() {
				ok, err := t.open.add(t.ctx, r.ID, len(l.text))
				if err != nil {
					return nil, io.EOF
				}
				if !ok {
					refusal = refuse(idOf(r.ID), jsonrpc.CodeInvalidRequest, "A call with this ID has no answer yet; use another ID.")
				}
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
// empty line. The ID of the message is the text of the agent's ID: the SDK rounds numbers.
func decode(l line) (jsonrpc.Message, []byte) {
	text := bytes.TrimSpace(l.text)
	switch {
	case l.long:
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, "The message is over 16 MiB; send a shorter one.")
	case len(text) == 0:
		return nil, nil
	case !json.Valid(text) || !utf8.Valid(text):
		return nil, refuse(nil, jsonrpc.CodeParseError, "The line is not JSON; send one JSON-RPC message per line.")
	case text[0] == '[':
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, "Batches are not supported; send one message per line.")
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil {
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, notMessage)
	}
	id, isCall := members["id"]
	if isCall && !isID(id) {
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, "The ID must be a string or a number.")
	}
	quote(members, "id")
	if string(members["method"]) == `"notifications/cancelled"` {
		var parameters map[string]json.RawMessage
		if json.Unmarshal(members["params"], &parameters) == nil {
			quote(parameters, "requestId")
			members["params"] = encode(parameters)
		}
	}
	message, err := jsonrpc.DecodeMessage(encode(members))
	if err != nil {
		return nil, refuse(id, jsonrpc.CodeInvalidRequest, notMessage)
	}
	return message, nil
}

const notMessage = "The line is no JSON-RPC 2.0 message; send an object with jsonrpc, method, params and, for an answer, id."

// isID reports whether a JSON value is a string or a number.
func isID(value json.RawMessage) bool {
	return value[0] == '"' || value[0] == '-' || value[0] >= '0' && value[0] <= '9'
}

// quote puts a JSON string with the text of a member in the place of the member.
func quote(members map[string]json.RawMessage, name string) {
	if value, ok := members[name]; ok {
		members[name] = encode(string(value))
	}
}

// idOf returns the ID of a decoded message as the agent wrote it; null for none.
func idOf(id jsonrpc.ID) json.RawMessage {
	if text, ok := id.Raw().(string); ok {
		return json.RawMessage(text)
	}
	return nil
}

// response is an answer on the wire.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *jsonrpc.Error  `json:"error,omitempty"`
}

// refuse returns an answer to what is no message.
func refuse(id json.RawMessage, code int64, message string) []byte {
	return encode(response{Version: "2.0", ID: id, Error: &jsonrpc.Error{Code: code, Message: message}})
}

// encode returns what json.Marshal returns, with characters as they are.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // numbers, texts and valid JSON
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'})
}

// maxError bounds what an error says, in characters: the SDK repeats names that the agent sent.
const maxError = 500

// Write writes a message: an answer with the ID as the agent wrote it.
func (t *transport) Write(_ context.Context, message jsonrpc.Message) error {
	r, ok := message.(*jsonrpc.Response)
	if !ok {
		data, err := jsonrpc.EncodeMessage(message)
		if err != nil {
			return err
		}
		return t.write(data)
	}
	defer t.open.remove(r.ID)
	answer := response{Version: "2.0", ID: idOf(r.ID), Result: r.Result}
	if r.Error != nil {
		answer.Result, answer.Error = nil, &jsonrpc.Error{Message: problem.Excerpt(r.Error.Error(), maxError)}
		var coded *jsonrpc.Error
		if errors.As(r.Error, &coded) {
			answer.Error.Code = coded.Code
			if len(coded.Data) <= maxError {
				answer.Error.Data = coded.Data
			}
		}
	}
	return t.write(encode(answer))
}

// lastAnswers is how long a line is waited for that is being written when the connection is
// closed.
const lastAnswers = 250 * time.Millisecond

// write writes a line. An ID may hold characters that cannot be seen. A line that nobody reads
// is given up when the connection is closed.
func (t *transport) write(data []byte) error {
	line := append(document.Escaped(data), '\n')
	written := make(chan error, 1)
	go func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		_, err := t.out.Write(line)
		written <- err
	}()
	select {
	case err := <-written:
		return err
	case <-t.ctx.Done():
	}
	select {
	case err := <-written:
		return err
	case <-time.After(lastAnswers):
		return io.ErrClosedPipe
	}
}

// Close lets Read return.
func (t *transport) Close() error {
	t.cancel()
	return nil
}
