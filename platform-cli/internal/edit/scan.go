package edit

import (
	"bytes"
	"slices"

	"platform.internal/platform-core/document"
)

// blank returns the offset of the first character from at that is neither white space nor
// in a comment.
func (t *text) blank(at int) int {
	for at < len(t.data) {
		switch c := t.data[at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			at++
		case lineBreak(t.data[at:]) > 0:
			at += lineBreak(t.data[at:])
		case c == '#' && t.format == document.YAML:
			at = t.lineEnd(at)
		default:
			return at
		}
	}
	return at
}

// lineOf returns where the line of an offset begins, lineEnd where its line break is.
func (t *text) lineOf(at int) int { return t.lines[t.lineNumber(at)] }

func (t *text) lineNumber(at int) int {
	line, starts := slices.BinarySearch(t.lines, at)
	if starts {
		return line
	}
	return line - 1
}

func (t *text) lineEnd(at int) int {
	for at < len(t.data) && lineBreak(t.data[at:]) == 0 {
		at++
	}
	return at
}

// scalarEnd returns where the scalar ends that begins at an offset: in a flow, or in a
// block with an indent.
func (t *text) scalarEnd(at int, flow bool, indent int) int {
	switch c := t.data[at]; {
	case c == '"':
		for at++; t.data[at] != '"'; at++ {
			if t.data[at] == '\\' {
				at++
			}
		}
		return at + 1
	case c == '\'':
		for at++; t.data[at] != '\'' || at+1 < len(t.data) && t.data[at+1] == '\''; at++ {
			if t.data[at] == '\'' {
				at++
			}
		}
		return at + 1
	case flow:
		return t.flowEnd(at)
	case c == '|' || c == '>':
		return t.literalEnd(at, indent)
	default:
		end, comment := t.plainEnd(at)
		if comment {
			return end
		}
		return t.contentEnd(end, indent, true)
	}
}

// flowEnd returns where a plain scalar in braces ends.
func (t *text) flowEnd(at int) int {
	end := at
	for ; at < len(t.data); at++ {
		switch c := t.data[at]; {
		case bytes.IndexByte([]byte(",[]{}"), c) >= 0, c == '#' && at > end:
			return end
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
		default:
			end = at + 1
		}
	}
	return end
}

// plainEnd returns where a line of a plain scalar ends, and whether a comment follows.
func (t *text) plainEnd(at int) (end int, comment bool) {
	stop := t.lineEnd(at)
	for i := at; i+1 < stop; i++ {
		if (t.data[i] == ' ' || t.data[i] == '\t') && t.data[i+1] == '#' {
			return at + len(bytes.TrimRight(t.data[at:i], " \t")), true
		}
	}
	return at + len(bytes.TrimRight(t.data[at:stop], " \t")), false
}

// literalEnd returns where a literal or folded text ends that begins at an offset. Its lines
// are indented as its mark says, or as the first of them is; below it, a comment may be
// indented more than the block.
func (t *text) literalEnd(at, indent int) int {
	end := t.lineEnd(at)
	mark, _, _ := bytes.Cut(t.data[at:end], []byte("#"))
	if digit := bytes.IndexAny(mark, "123456789"); digit >= 0 {
		return t.contentEnd(end, indent+int(mark[digit]-'0')-1, false)
	}
	for line := t.lineNumber(end) + 1; line < len(t.lines); line++ {
		start := t.lines[line]
		content := bytes.TrimLeft(t.data[start:t.lineEnd(start)], " ")
		if first := t.lineEnd(start) - len(content) - start; len(content) > 0 && first > indent {
			return t.contentEnd(end, first-1, false)
		} else if len(content) > 0 {
			break
		}
	}
	return end
}

// contentEnd returns where the lines end that are indented more than a block, from the
// one after an offset: those of a literal, or of a plain scalar, which a comment ends.
func (t *text) contentEnd(end, indent int, plain bool) int {
	for line := t.lineNumber(end) + 1; line < len(t.lines); line++ {
		start := t.lines[line]
		content := bytes.TrimLeft(t.data[start:t.lineEnd(start)], " ")
		switch blank := len(bytes.TrimSpace(content)) == 0; {
		case blank:
			continue
		case t.lineEnd(start)-len(content)-start <= indent || plain && content[0] == '#':
			return end
		case !plain:
			end = t.lineEnd(start)
		default:
			var comment bool
			if end, comment = t.plainEnd(start); comment {
				return end
			}
		}
	}
	return end
}
