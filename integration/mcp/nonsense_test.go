package mcp_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	initialize = `{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`
	last = `{"jsonrpc":"2.0","id":"last","method":"tools/call","params":{"name":"template"}}
`
)

// answer is a line of the server.
type answer struct {
	ID     json.RawMessage `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  struct {
		Code    int
		Message string
	} `json:"error"`
	whole string
}

// sent returns what the server answers to lines between a beginning and a last call, and
// checks that it answers the last one and ends well.
func sent(t *testing.T, lines string) (answers []answer) {
	t.Helper()
	dir, platform := folder(t)
	return exchanged(t, dir, platform, "profile.yaml", lines)
}

func exchanged(t *testing.T, dir, platform, profile, lines string) (answers []answer) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), platform, "mcp", "--profile", profile)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(initialize+lines+"\n"+last)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	assert.Empty(t, stderr.String())
	ended := false
	for line := range strings.Lines(string(out)) {
		var a answer
		require.NoError(t, json.Unmarshal([]byte(line), &a), line)
		if string(a.ID) == `"last"` {
			ended = true
			assert.Contains(t, string(a.Result), "cost_centre", line)
			continue
		}
		if string(a.ID) != `"first"` {
			a.whole = line
			answers = append(answers, a)
		}
	}
	assert.True(t, ended, "the last call is answered")
	return answers
}

func TestNonsense(t *testing.T) {
	const busy = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"describe"}}`
	for name, c := range map[string]struct {
		line string
		id   string
		code int // 0: no answer
	}{
		"no JSON":                {"nonsense", "null", -32700},
		"bytes":                  {"\xff\xfe\x00", "null", -32700},
		"half an object":         {`{"jsonrpc":"2.0"`, "null", -32700},
		"an empty line":          {" \t", "", 0},
		"a number":               {"5", "null", -32600},
		"a batch":                {"[" + busy + "]", "null", -32600},
		"an empty batch":         {"[]", "null", -32600},
		"an object":              {"{}", "null", -32600},
		"another version":        {`{"jsonrpc":"1.0","id":1,"method":"ping"}`, "1", -32600},
		"a method of no name":    {`{"jsonrpc":"2.0","id":1,"method":5}`, "1", -32600},
		"an ID of no kind":       {`{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}`, "null", -32600},
		"an ID of null":          {`{"jsonrpc":"2.0","id":null,"method":"ping"}`, "null", -32600},
		"an ID of true":          {`{"jsonrpc":"2.0","id":true,"method":"ping"}`, "null", -32600},
		"an ID in a list":        {`{"jsonrpc":"2.0","id":[1],"method":"ping"}`, "null", -32600},
		"broken UTF-8 in an ID":  {"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"ping\"}", "null", -32700},
		"an unknown method":      {`{"jsonrpc":"2.0","id":1,"method":"apply"}`, "1", -32601},
		"an unknown notice":      {`{"jsonrpc":"2.0","method":"notifications/x"}`, "", 0},
		"an answer to nothing":   {`{"jsonrpc":"2.0","id":77,"result":{}}`, "", 0},
		"an error to nothing":    {`{"jsonrpc":"2.0","id":77,"error":{"code":1,"message":"x"}}`, "", 0},
		"an unknown tool":        {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"apply"}}`, "1", -32602},
		"parameters of a type":   {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}`, "1", -32602},
		"a second beginning":     {strings.SplitAfter(initialize, "\n")[0], "", 0},
		"a cancelled call":       {`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":404}}`, "", 0},
		"a resource":             {`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`, "1", -32602},
		"nested deep":            {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fix","arguments":` + strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000) + "}}", "1", -32600},
		"a hidden ID":            {"{\"jsonrpc\":\"2.0\",\"id\":\"x\u202e\",\"method\":\"apply\"}", `"x\u202e"`, -32601},
		"an argument twice":      {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fix","arguments":{"request":"a: b","request":"c: d"}}}`, "1", 0},
		"arguments as a text":    {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fix","arguments":"x"}}`, "1", 0},
		"nested beyond the JSON": {strings.Repeat("[", 20000), "null", -32700},
		"over 16 MiB":            {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"` + strings.Repeat("x", 17<<20) + `"}}`, "null", -32600},
	} {
		t.Run(name, func(t *testing.T) {
			answers := sent(t, c.line)
			if c.id == "" {
				assert.Empty(t, answers)
				return
			}
			require.Len(t, answers, 1)
			assert.Equal(t, c.id, string(answers[0].ID))
			assert.Equal(t, c.code, answers[0].Error.Code, answers[0].Error.Message)
		})
	}
}

// TestIDsComeBackAsSent, in answers, refusals and errors; a cancelled call is found by its ID.
func TestIDsComeBackAsSent(t *testing.T) {
	ids := []string{
		"0", "-0", "7.9", "1e2", "1E400", "-1.50", "9007199254740993", "123456789012345678901234567890",
		`""`, `"7.9"`, `"a b"`, `"<&>"`, `"\u00e9"`, `"é"`, `"\ud800"`, `"\"\\\n"`, `"` + strings.Repeat("x", 70_000) + `"`,
	}
	var lines strings.Builder
	for _, id := range ids {
		for _, method := range []string{`"ping"`, `"apply"`, "5"} {
			fmt.Fprintf(&lines, `{"jsonrpc":"2.0","id":%s,"method":%s}`+"\n", id, method)
		}
	}
	var expected []string
	for _, id := range ids {
		expected = append(expected, id, id, id)
	}
	var back []string
	for _, a := range sent(t, lines.String()) {
		back = append(back, string(a.ID))
	}
	assert.ElementsMatch(t, expected, back)
}

// TestACancelledCallIsFound by an ID that the SDK would round. The call may also have been answered
// before.
func TestACancelledCallIsFound(t *testing.T) {
	const id = "9007199254740993"
	for range 20 {
		answers := sent(t, `{"jsonrpc":"2.0","id":`+id+`,"method":"tools/call","params":{"name":"explain","arguments":{"rule":"common.network.size"}}}`+"\n"+
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+id+`}}`)
		require.Len(t, answers, 1)
		assert.Equal(t, id, string(answers[0].ID))
		if answers[0].Error.Message != "" {
			return
		}
	}
	t.Error("no call was cancelled")
}

// TestErrorsAreShort: names that an agent sent are not repeated whole.
func TestErrorsAreShort(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"` + long + `"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + long + `"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"` + long + `"}}`,
	} {
		answers := sent(t, line)
		require.Len(t, answers, 1)
		assert.Less(t, len(answers[0].whole), 2<<10)
	}
}

// TestBeforeTheBeginning: a call before initialize is refused, and harms nothing.
func TestBeforeTheBeginning(t *testing.T) {
	dir, platform := folder(t)
	cmd := exec.CommandContext(t.Context(), platform, "mcp", "--profile", "profile.yaml")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`+"\n"+initialize+last)
	out, err := cmd.Output()
	require.NoError(t, err)
	assert.Contains(t, string(out), `"id":1,`)
	assert.Contains(t, string(out), `"id":"last","result"`)
}

// TestManyCallsAtOnce: each is answered once, the last of them after the input has ended.
func TestManyCallsAtOnce(t *testing.T) {
	var lines strings.Builder
	const many = 200
	for i := range many {
		fmt.Fprintf(&lines, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"fix","arguments":{"request":"application: app-%d"}}}`+"\n", i, i)
	}
	seen := map[string]int{}
	for _, a := range sent(t, lines.String()) {
		seen[string(a.ID)]++
		assert.NotEmpty(t, a.Result)
	}
	assert.Len(t, seen, many)
	for id, times := range seen {
		assert.Equal(t, 1, times, id)
	}
}

// TestOneIDTwice: the second is refused while the first has no answer.
func TestOneIDTwice(t *testing.T) {
	const busy = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"explain","arguments":{"rule":"common.network.size"}}}` + "\n"
	for _, a := range sent(t, strings.Repeat(busy, 20)) {
		assert.Equal(t, "1", string(a.ID))
		if a.Error.Code != 0 {
			assert.Contains(t, a.Error.Message, "use another ID")
		}
	}
}

// TestRandomLines sends messages with some changed bytes. The server answers the call
// behind them.
func TestRandomLines(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 1))
	base := []string{
		`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"fix","arguments":{"request":{"application":"checkout"}}}}`,
		`{"jsonrpc":"2.0","id":6,"method":"tools/list","params":{"cursor":"x"}}`,
		`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"diff","arguments":{"a":"x: 1","b_files":{"x":"y"}}}}`,
	}
	var lines bytes.Buffer
	for range 2000 {
		line := []byte(base[random.IntN(len(base))])
		for range 1 + random.IntN(3) {
			line[random.IntN(len(line))] = byte(random.IntN(256))
		}
		lines.Write(append(bytes.ReplaceAll(line, []byte("last"), nil), '\n'))
	}
	assert.NotEmpty(t, sent(t, lines.String()))
}

// TestAnAgentThatLeaves: the process ends, whether the agent closes its end of the answers
// or is interrupted.
func TestAnAgentThatLeaves(t *testing.T) {
	dir, platform := folder(t)
	t.Run("reads nothing any more", func(t *testing.T) {
		cmd := exec.CommandContext(t.Context(), "bash", "-c", "yes '"+strings.TrimSpace(last)+"' | head -500 | "+platform+" mcp --profile profile.yaml | head -1")
		cmd.Dir = dir
		_, err := cmd.Output()
		assert.NoError(t, err)
	})
	for name, calls := range map[string]int{"is interrupted": 0, "is interrupted at work": 200} {
		t.Run(name, func(t *testing.T) { interrupted(t, dir, platform, calls) })
	}
}

// interrupted checks that an interruption is exit code 130, and that standard output still
// has only messages.
func interrupted(t *testing.T, dir, platform string, calls int) {
	t.Helper()
	cmd := exec.Command(platform, "mcp", "--profile", "profile.yaml")
	cmd.Dir = dir
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	ended := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
	defer ended.Stop()
	_, err = io.WriteString(in, initialize)
	require.NoError(t, err)
	lines := bufio.NewReader(out)
	first, err := lines.ReadString('\n') // it is at work now
	require.NoError(t, err)
	for i := range calls {
		_, err := fmt.Fprintf(in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"describe"}}`+"\n", i)
		if i == calls/4 {
			require.NoError(t, cmd.Process.Signal(os.Interrupt))
		}
		if err != nil {
			break // it has ended meanwhile
		}
	}
	if calls == 0 {
		require.NoError(t, cmd.Process.Signal(os.Interrupt))
	}
	rest, err := io.ReadAll(lines)
	require.NoError(t, err)
	for line := range strings.Lines(first + string(rest)) {
		var a answer
		assert.NoError(t, json.Unmarshal([]byte(line), &a), line)
		assert.NotEmpty(t, a.ID, line)
	}
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Wait(), &exit)
	assert.Equal(t, 130, exit.ExitCode())
}

// TestWhatCannotStart: standard error says why, and standard output has no line that is not
// a message.
func TestWhatCannotStart(t *testing.T) {
	dir, platform := folder(t)
	for says, arguments := range map[string][]string{
		"The flag --profile is missing": {"mcp"},
		"Standard input is the agent's": {"mcp", "--profile", "-"},
		"absent.yaml does not exist":    {"mcp", "--profile", "absent.yaml"},
		"accepted is a request, not":    {"mcp", "--profile", "accepted"},
	} {
		cmd := exec.CommandContext(t.Context(), platform, arguments...)
		cmd.Dir = dir
		out, err := cmd.Output()
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit, says)
		assert.Equal(t, 2, exit.ExitCode(), says)
		assert.Contains(t, string(exit.Stderr), says)
		assert.Empty(t, out, says)
	}
}
