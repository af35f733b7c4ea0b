package fileio

import (
	"os"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

// ReadSaved reads a saved proposal document and checks its hashes. Its error is a
// [*problem.Problem]. The code is [problem.ProposalRejected] for another document and
// [problem.ProposalAltered] for an edited proposal.
func ReadSaved(from *Reader, file string) (proposal.Proposal, error) {
	data, err := from.Read(file, MaxProposal)
	if err != nil {
		return proposal.Proposal{}, notFile(file, err)
	}
	p, err := proposal.Decode(data)
	if err != nil {
		return p, notSaved(file, data, err)
	}
	if found := proposal.Check(p); len(found) > 0 {
		return p, Altered(file, found)
	}
	return p, nil
}

// IsSaved reports whether a file contains a saved proposal, altered or not.
func IsSaved(from *Reader, file string) bool {
	if file == Stdin {
		return false // standard input cannot be read twice
	}
	data, err := from.Read(file, MaxProposal)
	if err != nil {
		return false
	}
	_, err = proposal.Decode(data)
	return err == nil || problem.From(err).Code == problem.ProposalAltered
}

// notFile returns an error that names the file to use instead of a bundle's folder.
func notFile(file string, err error) error {
	info, notFound := os.Stat(file)
	if notFound != nil || !info.IsDir() {
		return err
	}
	p := *problem.From(err)
	p.Detail +=
		" A saved proposal is the output of `platform request propose`; `platform request verify` takes a bundle's folder."
	return &p
}

// notSaved returns an error that explains how to show a request document or save a proposal.
func notSaved(file string, data []byte, err error) error {
	p := *problem.From(err)
	p.Detail = terminal.FileName(file) + ": " + p.Detail
	if p.Code == problem.ProposalRejected {
		p.Detail += " Save the output of `platform request propose`."
	}
	if _, notRequest := request.Parse(SourceOf(file, data)); notRequest == nil {
		p.Detail = terminal.FileName(file) +
			" is a request document, not a saved proposal; `platform request status` evaluates it with --profile."
	}
	return &p
}

// Altered returns the error for a proposal with the given differences. Its sentence has the first
// difference, and its faults have all of them.
func Altered(file string, found []proposal.Mismatch) error {
	p := problem.New(problem.ProposalAltered,
		"%s is not as the platform made it: %s %s.", terminal.FileName(file), found[0].Where, found[0].Message)
	for _, d := range found {
		p.Faults = append(p.Faults, problem.Fault{Field: d.Where, Code: problem.FaultDiffers, Message: d.Message})
	}
	return p
}
