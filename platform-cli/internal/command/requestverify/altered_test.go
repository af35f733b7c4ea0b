package requestverify_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gotest.tools/v3/golden"

	"platform.internal/platform-cli/internal/command/requestverify"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
)

var all = flag.Bool("all-bytes", false, "change each byte of each file, not a sample")

// flip returns text with a changed character at a byte. A letter becomes another letter.
func flip(text string, at int) string {
	other := byte('X')
	if text[at] == other {
		other = 'Y'
	}
	return text[:at] + string(other) + text[at+1:]
}

// longest returns the offset of the middle of the longest line.
func longest(text string) int {
	at, best, middle := 0, -1, 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		if len(line) > best {
			best, middle = len(line), at+len(line)/2
		}
		at += len(line)
	}
	return middle
}

// whole returns an offset that does not split a character.
func whole(text string, at int) int {
	for !utf8.RuneStart(text[at]) || text[at] >= utf8.RuneSelf {
		at--
	}
	return at
}

// TestAFlippedByte changes one byte of each file, in a folder and in a saved proposal. The golden
// file has the output for the user.
func TestAFlippedByte(t *testing.T) {
	made := maker{}.makes(t, commandtest.Request, "")
	s := maker{}.session(t)
	var b strings.Builder
	b.WriteString("| file | byte | line, column | found | derived |\n| --- | --- | --- | --- | --- |\n")
	for i, f := range made.Files() {
		for _, at := range []struct {
			name string
			at   int
		}{{"first", 0}, {"middle", len(f.Content) / 2}, {"in the longest line", longest(f.Content)},
			{"last", len(f.Content) - 1}} {
			at.at = whole(f.Content, at.at)
			altered := flip(f.Content, at.at)
			files := filesOf(made)
			files[f.Path] = altered
			a := verifies(t, s, files, "")
			require.Equal(t, requestverify.Altered, a.Outcome, "%s %s", f.Path, at.name)
			require.Len(t, a.Altered, 1)
			m := a.Altered[0]
			assert.Equal(t, f.Path, m.Where)
			line, column := position(altered, at.at)
			assert.Equal(t, []int{line, column}, []int{m.Line, m.Column}, "%s %s", f.Path, at.name)
			saved := verified(t, s, inSaved(t, made, i, altered))
			assert.Equal(t, a.Altered, saved.Altered, "the saved proposal says the same")
			fmt.Fprintf(&b, "| `%s` | %s | %d, %d | `%s` | `%s` |\n", path.Base(f.Path), at.name, m.Line, m.Column,
				m.Found, m.Derived)
			if i == 2 && at.name == "in the longest line" {
				defer golden.Assert(t, strings.Join(a.Lines(), "\n")+"\n", "altered.txt")
			}
		}
	}
	golden.Assert(t, b.String(), "flipped.md")
}

// TestEachFlippedByte changes a byte to any other byte. The outcome is never verified, and it names
// the file and the place.
func TestEachFlippedByte(t *testing.T) {
	made := maker{}.makes(t, commandtest.Request, "")
	s := maker{}.session(t)
	random := rand.New(rand.NewPCG(14, 2026))
	for _, f := range made.Files() {
		for at := range len(f.Content) {
			if !*all && random.IntN(len(f.Content)) > 60 {
				continue
			}
			content := []byte(f.Content)
			content[at] ^= byte(1 + random.IntN(255))
			files := filesOf(made)
			files[f.Path] = string(content)
			a := verifies(t, s, files, "")
			require.Equal(t, requestverify.Altered, a.Outcome)
			require.Len(t, a.Altered, 1, "%s, byte %d is %q", f.Path, at, content[at])
			m := a.Altered[0]
			line, column := position(string(content), at)
			require.Equal(t, f.Path, m.Where)
			require.Equal(t, line, m.Line, "%s, byte %d is %q", f.Path, at, content[at])
			require.InDelta(t, column, m.Column, 1, "a byte that begins a character takes the next ones with it")
			shownSafely(t, a)
		}
	}
}

// TestASavedProposalsBytes changes bytes of the saved document. It is verified only if it still
// means the same document.
func TestASavedProposalsBytes(t *testing.T) {
	made := maker{}.makes(t, commandtest.Request, "")
	s := maker{}.session(t)
	saved, err := document.Encode(made)
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(14, 2027))
	for range 400 {
		data := bytes.Clone(saved)
		data[random.IntN(len(data))] ^= byte(1 + random.IntN(255))
		c, err := requestverify.ClaimSaved("proposal.json", data)
		if err != nil {
			assert.Equal(t, problem.ProposalRejected, problem.From(err).Code)
			continue
		}
		a, err := requestverify.Verify(t.Context(), s, c, "")
		require.NoError(t, err)
		p, err := proposal.Decode(data)
		assert.Equal(t, a.Verified, err == nil && assert.ObjectsAreEqual(made, p))
		assert.Equal(t, a.Verified, len(a.Altered) == 0)
		shownSafely(t, a)
	}
}

// position returns the line and the column of a byte.
func position(text string, at int) (line, column int) {
	start := strings.LastIndexByte(text[:at], '\n') + 1
	return 1 + strings.Count(text[:at], "\n"), 1 + utf8.RuneCountInString(text[start:at])
}

// inSaved returns the saved proposal with another content of file i.
func inSaved(t testing.TB, p proposal.Proposal, i int, content string) []byte {
	t.Helper()
	data, err := json.Marshal(p)
	require.NoError(t, err)
	var saved proposal.Proposal
	require.NoError(t, json.Unmarshal(data, &saved))
	if i < len(saved.Artifacts) {
		saved.Artifacts[i].Content = content
	} else {
		saved.SafetyMarker.Content = content
	}
	encoded, err := document.Encode(saved)
	require.NoError(t, err)
	return encoded
}

func verified(t testing.TB, s *host.Session, saved []byte) requestverify.Answer {
	t.Helper()
	c, err := requestverify.ClaimSaved("proposal.json", saved)
	require.NoError(t, err)
	a, err := requestverify.Verify(t.Context(), s, c, "")
	require.NoError(t, err)
	return a
}

// shownSafely checks that the output is escaped and bounded.
func shownSafely(t testing.TB, a requestverify.Answer) {
	t.Helper()
	lines := a.Lines()
	require.LessOrEqual(t, len(lines), 800)
	for _, line := range lines {
		for _, r := range line {
			require.True(t, document.Visible(r) || r == ' ', "%q", line)
		}
		require.LessOrEqual(t, utf8.RuneCountInString(line), 240, line)
	}
	data, err := document.Encode(a)
	require.NoError(t, err)
	require.Less(t, len(data), 64<<10)
}
