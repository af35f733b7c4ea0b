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

// transport connects a server with two streams. The SDK's transport ends at the first line that is
// not a message. This one answers such a line and continues.
type transport struct {
	lines  *bufio.Reader
	out    io.Writer
	mu     sync.Mutex // guards out
	read   chan line
	ctx    context.Context // ends when the connection is closed
	cancel context.CancelFunc
	open   *calls
}

// line is a line of the input, or the error that ended the input.
type line struct {
	text []byte
	long bool // the line exceeds maxMessage and was dropped
	err  error
}

func newTransport(in io.Reader, out io.Writer) *transport {
	return &transport{lines: bufio.NewReaderSize(in, 64<<10), out: out, read: make(chan line), open: newCalls()}
}

// Connect returns the connection, which starts to read. It closes the connection when ctx ends.
// Otherwise the SDK waits for calls that may block on an agent that reads nothing.
func (t *transport) Connect(ctx context.Context) (mcp.Connection, error) {
	t.ctx, t.cancel = context.WithCancel(ctx)
	go t.follow()
	return t, nil
}

// SessionID returns "": a stream has no session.
func (t *transport) SessionID() string { return "" }

// follow reads lines until the input ends. After the connection is closed, it may block in a read
// until the process ends.
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

// next reads a line. It drops the text of a line over maxMessage bytes.
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
			return l // the next call returns the error
		default:
			l.err = err
			return l
		}
	}
}

// Read returns the next message. It answers lines that are not messages.
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
				_ = t.Close() // drop messages that were not read
				return nil, l.err
			}
			message, refusal, err := t.admit(l)
			switch {
			case err != nil:
				return nil, err
			case refusal == nil && message != nil:
				return message, nil
			case refusal != nil:
				if err := t.write(refusal); err != nil {
					return nil, err
				}
			}
		}
	}
}

// admit returns what [decode] makes of a line. A call counts as open from then on. The answer to a call whose ID
// is of an open call is a refusal.
func (t *transport) admit(l line) (message jsonrpc.Message, refusal []byte, err error) {
	message, refusal = decode(l)
	r, ok := message.(*jsonrpc.Request)
	if !ok || !r.IsCall() {
		return message, refusal, nil
	}
	switch ok, err := t.open.add(t.ctx, r.ID, len(l.text)); {
	case err != nil:
		return nil, nil, io.EOF
	case !ok:
		return nil, refuse(idOf(r.ID), jsonrpc.CodeInvalidRequest, "A call with this ID has no answer yet; use another ID."),
			nil
	}
	return message, refusal, nil
}

// decode returns the message of a line, or the answer to a line that is not a message. It returns
// neither for an empty line. The message has the text of the agent's ID, because the SDK rounds
// numbers.
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

// quote replaces a member with a JSON string that contains the member's text.
func quote(members map[string]json.RawMessage, name string) {
	if value, ok := members[name]; ok {
		members[name] = encode(string(value))
	}
}

// idOf returns the ID of a decoded message as the agent wrote it, or null.
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

// refuse returns an error answer. The id is null if the line is not a message.
func refuse(id json.RawMessage, code int64, message string) []byte {
	return encode(response{Version: "2.0", ID: id, Error: &jsonrpc.Error{Code: code, Message: message}})
}

// encode returns the JSON of v without HTML escapes.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // numbers, texts and valid JSON always encode
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'})
}

// maxError bounds the text of an error, in characters. The SDK repeats names that the agent sent.
const maxError = 500

// Write writes a message. An answer has the ID as the agent wrote it.
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

// lastAnswers is the time that a write may take after the connection is closed.
const lastAnswers = 250 * time.Millisecond

// write writes a line and escapes hidden characters of an ID. If nothing reads the line, write
// fails when the connection is closed.
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

// Close makes [transport.Read] return.
func (t *transport) Close() error {
	t.cancel()
	return nil
}
