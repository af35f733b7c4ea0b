package requestdiff

import (
	"cmp"
	"path"
	"strings"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/terminal"
)

const (
	// maxLines bounds the unified diff of one file.
	maxLines = 400
	// jsonWidth is the width of a line in a document, in characters.
	jsonWidth = 200
)

// Compare returns the [Difference] between a and b. The names fileA and fileB appear in its lines.
func Compare(fileA string, a difference.Document, fileB string, b difference.Document) Difference {
	d := Difference{Difference: difference.Compare(fileA, a, fileB, b)}
	if a.Artifacts() == nil || b.Artifacts() == nil {
		return d
	}
	d.Artifacts = []ArtifactChange{}
	for i, file := range a.Artifacts() {
		if change, differs := compareFiles(file, b.Artifacts()[i]); differs {
			d.Artifacts = append(d.Artifacts, change)
		}
	}
	d.Same = d.Same && len(d.Artifacts) == 0
	return d
}

// compareFiles compares two files of the same role; differs is false if they are equal.
func compareFiles(a, b proposal.Artifact) (c ArtifactChange, differs bool) {
	if a.Content == b.Content && (a.Path == "") == (b.Path == "") {
		return ArtifactChange{}, false
	}
	c = ArtifactChange{PathA: a.Path, PathB: b.Path, Change: Changed}
	switch "" {
	case a.Path:
		c.Change = Added
	case b.Path:
		c.Change = Removed
	}
	hunks := difference.Hunks(a.Content, b.Content)
	for line := range strings.SplitSeq(strings.TrimSuffix(hunks, "\n"), "\n") {
		c.lines = append(c.lines, line)
		switch line[:min(1, len(line))] {
		case "+":
			c.Added++
		case "-":
			c.Removed++
		}
	}
	if c.Cut = len(c.lines) > maxLines; c.Cut {
		c.lines = c.lines[:maxLines]
	}
	c.Unified = strings.Join(c.Lines(jsonWidth), "\n") + "\n"
	return c, true
}

// Name returns the base name of the file.
func (a ArtifactChange) Name() string { return path.Base(cmp.Or(a.PathB, a.PathA)) }

// Shown returns the lines of the unified diff, cut at [terminal.Width].
func (a ArtifactChange) Shown() []string { return a.Lines(terminal.Width) }
