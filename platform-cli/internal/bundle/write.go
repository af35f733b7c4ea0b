package bundle

import (
	"os"

	"platform.internal/platform-cli/internal/output"
	"platform.internal/platform-core/proposal"
)

// Check returns the refusal that Write would return for what is at path
// now.
func Check(path string, force bool) error {
	return output.CheckFolder(path, force, isBundle(path))
}

// Write materialises the proposal as the folder path, whole or not at all. With
// force it replaces an existing bundle, and nothing that is not one.
func Write(path string, p proposal.Proposal, force bool) error {
	return output.Folder(path, entries(p), force, isBundle(path))
}

// entries returns the files of a bundle.
func entries(p proposal.Proposal) []output.Entry {
	list := []output.Entry{{Path: p.SafetyMarker.Path, Content: p.SafetyMarker.Content}}
	for _, file := range p.Artifacts {
		list = append(list, output.Entry{Path: file.Path, Content: file.Content})
	}
	return list
}

// isBundle refuses a folder that is no bundle, or that has files besides a bundle.
func isBundle(path string) output.Replaceable {
	return func(existing *os.Root) error {
		requestID, err := markedRequest(existing)
		if err != nil {
			return output.Protected(path, "is not a proposal bundle: it has no %s of one. Write to another folder", proposal.MarkerPath)
		}
		stray, err := firstStray(existing, requestID)
		if err != nil {
			return err
		}
		if stray != "" {
			return output.Protected(path, "holds %s, which is not of a proposal bundle. Move that away, or write to another folder", stray)
		}
		return nil
	}
}
