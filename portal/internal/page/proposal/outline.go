package proposal

import (
	"regexp"
	"strings"

	"platform.internal/portal/internal/amount"
)

// Section is a part of a Terraform file below a heading: a comment between two ruled
// lines. What is before the first heading has no title.
type Section struct {
	Title string
	// Line is where the section begins, from 1.
	Line   int
	Blocks []Entry
}

// Entry is a block, such as resource aws_vpc.this.
type Entry struct {
	Name string
	Line int
}

// Count says how many blocks the section has.
func (s Section) Count() string { return amount.Count(len(s.Blocks), "block") }

var (
	rule  = regexp.MustCompile(`^# -{20,}$`)
	block = regexp.MustCompile(`^([a-z_]+)((?: "[^"]*")*) \{`)
)

// Outline returns the sections of a Terraform file that have blocks.
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

// entryName names a block as Terraform addresses it, after its type.
func entryName(kind, labels string) string {
	parts := strings.FieldsFunc(labels, func(r rune) bool { return r == '"' || r == ' ' })
	return strings.TrimSpace(kind + " " + strings.Join(parts, "."))
}
