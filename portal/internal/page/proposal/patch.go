package proposal

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// changedFile is a file that a patch changes.
type changedFile struct {
	Path string
	// IsNew means that the patch adds the file, and IsGone that it removes the file. Lines are empty then.
	IsNew, IsGone bool
	lineCount
	Lines []diffPart
	// More is the number of lines that are not shown.
	More int
}

// lineCount is a number of added and of removed lines.
type lineCount struct{ Added, Removed int }

func (c *lineCount) add(other lineCount) {
	c.Added, c.Removed = c.Added+other.Added, c.Removed+other.Removed
}

// diffPart is consecutive lines of one kind: "added", "removed", "place", or empty for lines that
// do not change.
type diffPart struct{ Kind, Text string }

// maxDiffLines limits the lines of a file on the page.
const maxDiffLines = 300

// newChangedFiles returns the files of a patch. A reader needs the evidence last.
func newChangedFiles(patch string) (files []changedFile) {
	for _, text := range strings.Split(strings.TrimSuffix(patch, "-- \n"), "\ndiff --git ")[1:] {
		files = append(files, newChangedFile(text))
	}
	slices.SortStableFunc(files, func(a, b changedFile) int { return cmp.Compare(a.rank(), b.rank()) })
	return files
}

// newChangedFile reads the part of a patch for one file.
func newChangedFile(text string) (f changedFile) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	start := max(0, slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "@@ ") }))
	for _, line := range lines[:start] {
		if before, ok := strings.CutPrefix(line, "--- "); ok {
			f.IsNew = before == "/dev/null"
			f.Path = strings.TrimPrefix(before, "a/")
		}
		if after, ok := strings.CutPrefix(line, "+++ "); ok {
			f.IsGone = after == "/dev/null"
			if !f.IsGone {
				f.Path = strings.TrimPrefix(after, "b/")
			}
		}
	}
	for i, line := range lines[start:] {
		kind := ""
		switch {
		case strings.HasPrefix(line, "+"):
			kind = "added"
			f.Added++
		case strings.HasPrefix(line, "-"):
			kind = "removed"
			f.Removed++
		case strings.HasPrefix(line, "@@ "):
			kind = "place"
		default:
			line = strings.TrimRight(line, " ") // an empty line
		}
		switch last := len(f.Lines) - 1; {
		case f.IsNew || f.IsGone:
		case i >= maxDiffLines:
			f.More++
		case last >= 0 && f.Lines[last].Kind == kind:
			f.Lines[last].Text += line + "\n"
		default:
			f.Lines = append(f.Lines, diffPart{kind, line + "\n"})
		}
	}
	return f
}

// Name returns the last part of the path.
func (f changedFile) Name() string { return path.Base(f.Path) }

// IsDecisive reports whether the file decides what is built: the request, or the Terraform.
func (f changedFile) IsDecisive() bool { return f.rank() < len(reading) }

// reading are the extensions of the decisive files, in the order of reading.
var reading = []string{".yaml", "terraform.tfvars.json", "main.tf"}

func (f changedFile) rank() int {
	at := slices.IndexFunc(reading, func(end string) bool { return strings.HasSuffix(f.Path, end) })
	switch {
	case at >= 0:
		return at
	case f.Name() == "REVIEW.md":
		return len(reading)
	}
	return len(reading) + 1
}
