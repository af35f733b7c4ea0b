package proposal

import (
	"regexp"
	"slices"
	"strings"
)

// section is a part of a Terraform file below a heading, which is a comment between two ruled
// lines. Blocks before the first heading are in a section without a title.
type section struct {
	Title string
	// Line is the first line of the section, counted from 1.
	Line   int
	Blocks []entry
}

// entry is a block, such as resource aws_vpc.this.
type entry struct {
	Name string
	Line int
}

var (
	rule  = regexp.MustCompile(`^# -{20,}$`)
	block = regexp.MustCompile(`^([a-z_]+)((?: "[^"]*")*) \{`)
)

// newOutline returns each [section] of a Terraform file that has blocks.
func newOutline(text string) []section {
	lines := strings.Split(text, "\n")
	sections := []section{{Line: 1}}
	for i, line := range lines {
		if i > 0 && i+1 < len(lines) && rule.MatchString(lines[i-1]) && rule.MatchString(lines[i+1]) {
			sections = append(sections, section{Title: strings.TrimPrefix(line, "# "), Line: i + 1})
			continue
		}
		if found := block.FindStringSubmatch(line); found != nil {
			last := &sections[len(sections)-1]
			last.Blocks = append(last.Blocks, entry{entryName(found[1], found[2]), i + 1})
		}
	}
	return slices.DeleteFunc(sections, func(s section) bool { return len(s.Blocks) == 0 })
}

// entryName returns the block type and the name that Terraform uses for the block.
func entryName(kind, labels string) string {
	parts := strings.FieldsFunc(labels, func(r rune) bool { return r == '"' || r == ' ' })
	return strings.TrimSpace(kind + " " + strings.Join(parts, "."))
}
