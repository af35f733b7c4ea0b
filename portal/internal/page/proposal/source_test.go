package proposal

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func joined(lines []line) string {
	var all []string
	for _, l := range lines {
		text := ""
		for _, p := range l.Parts {
			text += p.Text
		}
		all = append(all, text)
	}
	return strings.Join(all, "\n")
}

func TestKinds(t *testing.T) {
	lines := newLines("# why\nresource \"network\" \"main\" {\n  size = 4\n  tags { a = \"x-${var.b}\" }\n}\n")
	require.Len(t, lines, 5)
	require.Equal(t, []part{{Kind: comment, Text: "# why"}}, lines[0].Parts)
	require.Equal(t, part{Kind: blockType, Text: "resource"}, lines[1].Parts[0])
	require.Equal(t, part{Kind: literal, Text: `"network"`}, lines[1].Parts[2])
	require.Equal(t, part{Kind: argumentName, Text: "size"}, lines[2].Parts[1])
	require.Equal(t, part{Kind: literal, Text: "4"}, lines[2].Parts[3])
	require.Equal(t, 5, lines[4].Number)
}

// FuzzLines checks that Lines loses and changes no text.
func FuzzLines(f *testing.F) {
	f.Add("a = <<EOT\nx ${b}\nEOT\n")
	f.Add("{\"a\": [1, \"b\\n\"]}\n")
	f.Add("\xff\"${\n%{ for }")
	f.Fuzz(func(t *testing.T, text string) {
		require.Equal(t, strings.TrimSuffix(text, "\n"), joined(newLines(text)))
	})
}

func TestOutline(t *testing.T) {
	const text = "terraform {\n}\n\n# --------------------\n# Network\n# --------------------\n\nresource \"network\" \"main\" {\n}\nlocals {\n}\n"
	require.Equal(t, []section{
		{Line: 1, Blocks: []entry{{Name: "terraform", Line: 1}}},
		{Title: "Network", Line: 5, Blocks: []entry{{Name: "resource network.main", Line: 8}, {Name: "locals", Line: 10}}},
	}, newOutline(text))
	require.Empty(t, newOutline(""))
}
