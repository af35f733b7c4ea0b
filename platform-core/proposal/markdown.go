package proposal

import "strings"

// code returns text as a Markdown code span: its content can become no
// markup, link, mention or table column, so free text is data here. The fence
// is longer than any run of backticks inside (CommonMark, section 6.1).
func code(text string) string {
	fence := strings.Repeat("`", longestRun(text)+1)
	pad := ""
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		pad = " "
	}
	return fence + pad + strings.ReplaceAll(text, "|", `\|`) + pad + fence
}

// marks are the characters that could begin markup, a mention, a reference or a
// table column in the middle of a line.
var marks = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "#", `\#`, "|", `\|`,
	"~", `\~`, "&", `\&`, "!", `\!`, "@", `\@`, "$", `\$`, "://", `:\//`, "www.", `www\.`, "\n", " ", "\r", " ",
)

// prose returns an adapter's words as text that is only text.
func prose(text string) string { return marks.Replace(text) }

// block returns text as a fenced code block, wrapped at spaces to lines of
// about width characters.
func block(text string, width int) string {
	fence := strings.Repeat("`", max(3, longestRun(text)+1))
	return fence + "text\n" + wrap(text, width) + "\n" + fence + "\n"
}

func longestRun(text string) int {
	longest, run := 0, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

func wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		length := len([]rune(word))
		switch {
		case i == 0:
		case column+1+length > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += length
	}
	return b.String()
}
