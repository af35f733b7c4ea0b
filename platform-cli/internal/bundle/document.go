package bundle

import (
	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/terminal"
)

// Document reads a request document, a record, the answer to an evaluation, a saved
// proposal or the folder of a bundle. The error is a *problem.Problem.
func Document(from *input.Reader, path string) (difference.Document, error) {
	name := terminal.FileName(path)
	if path != input.Stdin && input.IsFolder(path) {
		folder, err := Read(path)
		if err != nil {
			return difference.Document{}, err
		}
		return difference.ReadBundle(name, folder.Files)
	}
	data, err := from.Read(path, input.MaxProposal)
	if err != nil {
		return difference.Document{}, err
	}
	return difference.Read(name, input.SourceOf(path, data))
}
