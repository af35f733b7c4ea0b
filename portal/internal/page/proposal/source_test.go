package proposal

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func joined(lines []Line) string {
	var all []string
	for _, line := range lines {
		text := ""
		for _, part := range line.Parts {
			text += part.Text
		}
		all = append(all, text)
	}
	return strings.Join(all, "\n")
}

func TestKinds(t *testing.T) {
	lines := Lines("# why\nresource \"network\" \"main\" {\n  size = 4\n  tags { a = \"x-${var.b}\" }\n}\n")
	require.Len(t, lines, 5)
	require.Equal(t, []Part{{Kind: Comment, Text: "# why"}}, lines[0].Parts)
	require.Equal(t, Part{Kind: Block, Text: "resource"}, lines[1].Parts[0])
	require.Equal(t, Part{Kind: Literal, Text: `"network"`}, lines[1].Parts[2])
	require.Equal(t, Part{Kind: Name, Text: "size"}, lines[2].Parts[1])
	require.Equal(t, Part{Kind: Literal, Text: "4"}, lines[2].Parts[3])
	require.Equal(t, 5, lines[4].Number)
}

// FuzzLines checks that Lines loses and changes no text.
func FuzzLines(f *testing.F) {
	f.Add("a = <<EOT\nx ${b}\nEOT\n")
	f.Add("{\"a\": [1, \"b\\n\"]}\n")
	f.Add("\xff\"${\n%{ for }")
	f.Fuzz(func(t *testing.T, text string) {
		require.Equal(t, strings.TrimSuffix(text, "\n"), joined(Lines(text)))
	})
}

func TestOutline(t *testing.T) {
	const text = "terraform {\n}\n\n# --------------------\n# Network\n# --------------------\n\nresource \"network\" \"main\" {\n}\nlocals {\n}\n"
	require.Equal(t, []Section{
		{Line: 1, Blocks: []Entry{{Name: "terraform", Line: 1}}},
		{Title: "Network", Line: 5, Blocks: []Entry{{Name: "resource network.main", Line: 8}, {Name: "locals", Line: 10}}},
	}, Outline(text))
	require.Empty(t, Outline(""))
}
