package proposal

import (
	"regexp"
	"strings"

	"platform.internal/portal/internal/shell"
)

// Section is a part of a Terraform file below a heading, which is a comment between two ruled
// lines. Blocks before the first heading are in a section without a title.
type Section struct {
	Title string
	// Line is the first line of the section, counted from 1.
	Line   int
	Blocks []Entry
}

// Entry is a block, such as resource aws_vpc.this.
type Entry struct {
	Name string
	Line int
}

// Count returns the number of blocks as text.
func (s Section) Count() string { return shell.Count(len(s.Blocks), "block") }

var (
	rule  = regexp.MustCompile(`^# -{20,}$`)
	block = regexp.MustCompile(`^([a-z_]+)((?: "[^"]*")*) \{`)
)

// Outline returns each [Section] of a Terraform file that has blocks.
func Outline(text string) []Section {
	lines := strings.Split(text, "\n")
	sections := []Section{{Line: 1}}
	for i, line := range lines {
		if i > 0 && i+1 < len(lines) && rule.MatchString(lines[i-1]) && rule.MatchString(lines[i+1]) {
			sections = append(sections, Section{Title: strings.TrimPrefix(line, "# "), Line: i + 1})
			continue
		}
		if found := block.FindStringSubmatch(line); found != nil {
			last := &sections[len(sections)-1]
			last.Blocks = append(last.Blocks, Entry{entryName(found[1], found[2]), i + 1})
		}
	}
	var filled []Section
	for _, s := range sections {
		if len(s.Blocks) > 0 {
			filled = append(filled, s)
		}
	}
	return filled
}

// entryName returns the block type and the name that Terraform uses for the block.
func entryName(kind, labels string) string {
	parts := strings.FieldsFunc(labels, func(r rune) bool { return r == '"' || r == ' ' })
	return strings.TrimSpace(kind + " " + strings.Join(parts, "."))
}
