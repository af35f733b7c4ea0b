package proposal

import (
	_ "embed"

	"platform.internal/portal/internal/shell"
)

// FilePage is the input of the template for one artifact.
type FilePage struct {
	Artifact
	// Proposal is the address of the proposal, and Name the name shown for it.
	Proposal, Name string
	// Outline is empty if the artifact is not Terraform.
	Outline []Section
	Lines   []Line
}

//go:embed file.html
var fileText string

var fileTemplate = shell.Parse[FilePage](fileText)

// showFile shows one artifact by lines; each line has an address.
func showFile(v *shell.Visit) (shell.Answer, error) {
	p, n, err := readArtifact(v)
	if err != nil {
		return shell.Answer{}, err
	}
	a := newArtifacts(p)[n]
	page := FilePage{
		Artifact: a, Proposal: Path(p.ProposalID), Name: p.ProposalID,
		Outline: Outline(a.Content), Lines: Lines(a.Content),
	}
	if s := newSummary(filesOf(p), p.RequestID); s != nil {
		page.Name = s.Application + ", " + s.Environment
	}
	return fileTemplate.Answer(a.Title+" of "+page.Name, page), nil
}
