package process

import (
	"encoding/json"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// logged keeps the lines of an adapter's log.
type logged struct{ lines []string }

func (l *logged) Write(record []byte) (int, error) {
	var line struct{ Line string }
	if err := json.Unmarshal(record, &line); err != nil {
		return 0, err
	}
	l.lines = append(l.lines, line.Line)
	return len(record), nil
}

func collected(parts ...string) ([]string, string) {
	var got logged
	lines := newLines(slog.New(slog.NewJSONHandler(&got, nil)))
	for _, part := range parts {
		n, err := lines.Write([]byte(part))
		if n != len(part) || err != nil {
			panic("a write must take everything")
		}
	}
	lines.close()
	return got.lines, lines.lastLine()
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 3*maxLine)
	for name, c := range map[string]struct{ parts, want []string }{
		"whole lines":      {[]string{"one\ntwo\n"}, []string{"one", "two"}},
		"in pieces":        {[]string{"o", "ne\nt", "wo"}, []string{"one", "two"}},
		"empty lines":      {[]string{"\n\n one \n  \n"}, []string{"one"}},
		"carriage returns": {[]string{"one\r\nprogress\rover\n"}, []string{"one", "progress over"}},
		"an escape":        {[]string{"\x1b[2Jred\x07\n"}, []string{"�[2Jred�"}},
		"a turned text":    {[]string{"a\u202eb\n"}, []string{"a�b"}},
		"no UTF-8":         {[]string{"\xff\xfe\n"}, []string{"��"}},
		"a long line":      {[]string{long, long, "\nnext\n"}, []string{long[:maxLine] + "…", "next"}},
		"a cut character":  {[]string{long[:maxLine-1] + "äöü\n"}, []string{long[:maxLine-1] + "…"}},
		"a full line":      {[]string{long[:maxLine] + "\n"}, []string{long[:maxLine]}},
		"nothing":          {nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, last := collected(c.parts...)
			assert.Equal(t, c.want, got)
			if len(c.want) > 0 {
				assert.Equal(t, c.want[len(c.want)-1], last)
			}
		})
	}
}

// TestPlace: the first calls of the goroutine that ends the program, without those of the runtime.
func TestPlace(t *testing.T) {
	place := func(output string) string {
		lines := newLines(slog.New(slog.DiscardHandler))
		_, err := lines.Write([]byte(output))
		assert.NoError(t, err)
		return lines.place()
	}
	const calls = "panic({0x4a, 0x1})\n\t/go/src/runtime/panic.go:783 +0x132\n" +
		"acme.example/prices.(*Table).load(...)\n\tacme.example/prices/table.go:8\n" +
		"main.main()\n\tacme.example/main.go:12 +0x4d\n"
	const want = "prices.(*Table).load (table.go:8), called by main.main (main.go:12)"
	others := "\ngoroutine 7 [running]:\nmain.other()\n\tother.go:1 +0x1\n"
	assert.Equal(t, want, place("panic: no prices\n\ngoroutine 1 [running]:\n"+calls+others))
	assert.Equal(t, want, place("panic: x\n[signal SIGSEGV: segmentation violation]\n\ngoroutine 1 [running]:\n"+calls))
	assert.Equal(t, "a.a (a.go:1), called by b.b (b.go:2), called by a.a (a.go:1)", place("fatal error: x\n\ngoroutine 1 [running]:\n"+
		strings.Repeat("x/a.a()\n\tx/a.go:1\nx/b.b()\n\tx/b.go:2\n", 50)))
	for _, output := range []string{"", "goroutine 1 [running]:\n" + calls, "panic: x\n" + calls, "panic: x\ngoroutine 1:\n\t\n)\n\n"} {
		assert.NotContains(t, place(output), "called by")
	}
}

func TestHead(t *testing.T) {
	for want, parts := range map[string][]string{
		"1|1|unix|x|grpc":            {"1|1|un", "ix|x|grpc\nmore", "\n"},
		"no end":                     {"no ", "end"},
		"":                           {"\nlater"},
		strings.Repeat("x", maxHead): {strings.Repeat("x", 2*maxHead), "y"},
	} {
		h := newHead()
		for _, part := range parts {
			_, err := h.Write([]byte(part))
			assert.NoError(t, err)
		}
		h.end()
		assert.Equal(t, want, h.text())
		line, err := io.ReadAll(h)
		assert.NoError(t, err)
		assert.Equal(t, want, string(line))
	}
}

func TestOffer(t *testing.T) {
	for line, want := range map[string]int{
		"1|2|unix|/tmp/x|grpc||true": 2, "1|0|unix|x": 0, "1|two|unix|x": -1, "1|-2|unix|x": -1, "hello": -1, "": -1, "1|2": -1,
	} {
		p := &Process{head: newHead()}
		_, err := p.head.Write([]byte(line + "\n"))
		assert.NoError(t, err)
		assert.Equal(t, want, p.Offer(), line)
	}
}
