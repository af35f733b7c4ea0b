package proposal

import (
	_ "embed"

	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// filePage is the input of the template for one artifact.
type filePage struct {
	artifact
	// ProposalID is the ID of the proposal, and Name the name shown for it.
	ProposalID, Name string
	// Outline is empty if the artifact is not Terraform.
	Outline []section
	Lines   []line
}

//go:embed file.html
var fileText string

var fileTemplate = parts.Parse[filePage](fileText)

// showFile shows one artifact by lines; each line has an address.
func showFile(v *shell.Visit) (shell.Answer, error) {
	p, n, err := readArtifact(v)
	if err != nil {
		return nil, err
	}
	a := newArtifacts(p)[n]
	page := filePage{
		artifact: a, ProposalID: p.ProposalID, Name: p.ProposalID,
		Outline: newOutline(a.Content), Lines: newLines(a.Content),
	}
	if s := newSummary(filesOf(p), p.RequestID); s != nil {
		page.Name = s.Application + ", " + s.Environment
	}
	return fileTemplate.Answer(a.Title+" of "+page.Name, page), nil
}
