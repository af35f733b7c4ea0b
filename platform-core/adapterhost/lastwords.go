package adapterhost

import (
	"fmt"
	"strings"
)

// maxWords bounds the last words that leave the log, in bytes.
const maxWords = 200

// lastWords are what is known of a process that crashed.
type lastWords struct {
	// outcome is how it ended, such as "exit status 2".
	outcome string
	// killed tells that somebody outside killed it: it ended by SIGKILL, which the
	// host did not send, and which the box keeps an adapter from sending itself.
	killed bool
	// starved tells that the kernel killed it for want of memory.
	starved bool
	// line is what it wrote about that, made harmless.
	line string
}

// sentence returns the words as the middle of a sentence.
func (w lastWords) sentence() string {
	switch {
	case w.outcome == "":
		return ""
	case w.line == "":
		return fmt.Sprintf(" (%s, no last words)", w.outcome)
	default:
		line := w.line
		if len(line) > maxWords {
			line = strings.ToValidUTF8(line[:maxWords], "") + "…"
		}
		return fmt.Sprintf(" (%s, last words %q)", w.outcome, line)
	}
}

// outOfMemory tells the host's words, and the runtime's, from others: runtime.throw
// in Go's mheap.go and mem_linux.go. It chooses a sentence, nothing more.
func (w lastWords) outOfMemory() bool {
	return w.starved || strings.Contains(w.outcome, "out of memory") || strings.Contains(w.line, "out of memory") ||
		strings.Contains(w.line, "cannot allocate memory")
}
