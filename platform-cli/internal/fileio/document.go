package fileio

import (
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/terminal"
)

// ReadDocument reads a request document, a record, the answer to an evaluation, a saved proposal or
// the folder of a bundle. Its error is a [*problem.Problem] that names the file.
func ReadDocument(from *Reader, path string) (difference.Document, error) {
	found, err := readDocument(from, path)
	return found, In(path, err)
}

func readDocument(from *Reader, path string) (difference.Document, error) {
	name := terminal.FileName(path)
	if path != Stdin && IsFolder(path) {
		folder, err := ReadBundle(path)
		if err != nil {
			return difference.Document{}, err
		}
		return difference.ReadBundle(name, folder.Files)
	}
	data, err := from.Read(path, MaxProposal)
	if err != nil {
		return difference.Document{}, err
	}
	return difference.Read(name, SourceOf(path, data))
}
