package edit

import (
	"bytes"
	"strings"
)

// Line is a line that an edit takes out or puts in, with its number before or after.
type Line struct {
	Number int
	Added  bool
	Text   string
}

// Lines returns the lines that replacements change: for each place those that go, and
// then those that come.
func Lines(data []byte, list []Replacement) (lines []Line) {
	added := 0 // so many lines, to where we are
	for len(list) > 0 {
		h := nextHunk(data, list)
		list = list[h.count:]
		before, after := split(data[h.start:h.end]), split(h.after)
		same := 0
		for same < min(len(before), len(after)) && before[same] == after[same] {
			same++
		}
		tail := 0
		for tail < min(len(before), len(after))-same && before[len(before)-1-tail] == after[len(after)-1-tail] {
			tail++
		}
		first := bytes.Count(data[:h.start], []byte("\n")) + 1 + same
		for i, text := range before[same : len(before)-tail] {
			lines = append(lines, Line{first + i, false, text})
		}
		for i, text := range after[same : len(after)-tail] {
			lines = append(lines, Line{first + added + i, true, text})
		}
		added += len(after) - len(before)
	}
	return lines
}

// hunk is whole lines of a text with the first few replacements, and what these make of
// it.
type hunk struct {
	start, end, count int
	after             []byte
}

func nextHunk(data []byte, list []Replacement) hunk {
	h := hunk{start: bytes.LastIndexByte(data[:list[0].Start], '\n') + 1}
	for h.count < len(list) && (h.count == 0 || list[h.count].Start < h.end) {
		last := list[h.count]
		end := max(last.End, last.Start+1)
		if at := bytes.IndexByte(data[min(end-1, len(data)):], '\n'); at >= 0 {
			h.end = max(h.end, end+at)
		} else {
			h.end = len(data)
		}
		h.count++
	}
	var shifted []Replacement
	for _, r := range list[:h.count] {
		shifted = append(shifted, Replacement{r.Start - h.start, r.End - h.start, r.Text})
	}
	h.after = Apply(data[h.start:h.end], shifted)
	return h
}

// split returns the lines of a text without their breaks.
func split(text []byte) (lines []string) {
	for line := range strings.Lines(string(text)) {
		lines = append(lines, strings.TrimRight(line, "\r\n"))
	}
	return lines
}
