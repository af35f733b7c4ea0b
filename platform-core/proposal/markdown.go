package proposal

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"platform.internal/platform-core/document"
)

// MarkdownCode returns text as a Markdown code span, also for a cell of a table. Its content can become no
// markup, link, mention or table column. The fence is longer than any run of backticks inside (CommonMark,
// section 6.1).
func MarkdownCode(text string) string {
	text = oneLine(text)
	if text == "" {
		return "(none)" // an empty span is no span
	}
	fence := strings.Repeat("`", longestRun(text)+1)
	pad := ""
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		pad = " "
	}
	return fence + pad + bars.Replace(text) + pad + fence
}

// bars escapes the end of a table's cell, also inside a code span. A backslash before it would remove the
// escape, so a space separates them.
var bars = strings.NewReplacer(`\|`, `\ \|`, "|", `\|`)

// marks escapes characters that can start markup, a mention, a reference or a table column.
var marks = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "#", `\#`, "|", `\|`,
	"~", `\~`, "&", `\&`, "!", `\!`, "@", `\@`, "$", `\$`,
)

// linked matches texts that GitHub, GitLab or Forgejo turn into links even if they are escaped: an address, a
// mention, an issue, and the other references of GitLab.
// https://docs.gitlab.com/user/markdown/#gitlab-specific-references
var linked = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)://|www\.|mailto:|xmpp:|@\w|#\d|\bG[HL]-\d` +
		`|[!$&]\d` + // a merge request, a snippet, an epic
		`|~["\w?.&:-]|%"|%\S*\w|\*iteration:` + // a label, a milestone, an iteration
		`|\[\w+:|\[\[|/[\w.-]+>`)
}) // [vulnerability:1], a page of a wiki, a project

// mayLink reports whether text has a part that each match of [linked] has. The expression is slow.
func mayLink(text string) bool {
	if strings.ContainsAny(text, "@#!$&~%*[>") {
		return true
	}
	lower := strings.ToLower(text)
	return slices.ContainsFunc([]string{"://", "www.", "mailto:", "xmpp:", "gh-", "gl-"},
		func(part string) bool { return strings.Contains(lower, part) })
}

// namesCommit reports whether text contains a hash of a commit, short or complete, which a Git host may turn
// into a link. A short hash has both digits and letters; otherwise it is a number or a word.
func namesCommit(text string) bool {
	const short, whole, longest = 7, 40, 64
	words := strings.FieldsFunc(text, func(r rune) bool { return !syntax.IsWordChar(r) })
	return slices.ContainsFunc(words, func(word string) bool {
		if len(word) < short || len(word) > longest || strings.Trim(word, "0123456789abcdefABCDEF") != "" {
			return false
		}
		return len(word) >= whole || strings.ContainsAny(word, "0123456789") && strings.ContainsAny(word, "abcdefABCDEF")
	})
}

// MarkdownText returns text as Markdown without markup. If a Git host would turn it into a link, it returns a
// code span.
func MarkdownText(text string) string {
	if mayLink(text) && linked().MatchString(text) || namesCommit(text) {
		return MarkdownCode(text)
	}
	return marks.Replace(oneLine(text))
}

// oneLine returns text on one line, with a replacement character for each invisible character. An adapter's
// texts have none, because they were checked.
func oneLine(text string) string {
	if document.AllVisible(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			return ' '
		case document.Visible(r):
			return r
		default:
			return '\uFFFD'
		}
	}, text)
}

// MarkdownBlock returns text as a fenced code block, wrapped at spaces to lines of about 80 characters.
func MarkdownBlock(text string) string {
	fence := strings.Repeat("`", max(3, longestRun(text)+1))
	return fence + "text\n" + wrap(oneLine(text), 80) + "\n" + fence + "\n"
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
