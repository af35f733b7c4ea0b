package fileio

import (
	"os"

	"platform.internal/platform-core/proposal"
)

// CheckBundle returns the error that [WriteBundle] would return for the current content of path.
func CheckBundle(path string, force bool) error {
	return CheckFolder(path, force, replaceableBundle(path))
}

// WriteBundle writes the proposal to the folder path, completely or not at all. With force it
// replaces an existing bundle. It fails with [problem.FileProtected] if the folder is not a bundle.
func WriteBundle(path string, p proposal.Proposal, force bool) error {
	return WriteFolder(path, entries(p), force, replaceableBundle(path))
}

// entries returns the files of a bundle.
func entries(p proposal.Proposal) []Entry {
	list := []Entry{{Path: p.SafetyMarker.Path, Content: p.SafetyMarker.Content}}
	for _, file := range p.Artifacts {
		list = append(list, Entry{Path: file.Path, Content: file.Content})
	}
	return list
}

// replaceableBundle returns a check that refuses a folder that is not a bundle, or that has other
// files.
func replaceableBundle(path string) Replaceable {
	return func(existing *os.Root) error {
		requestID, err := markedRequest(existing)
		if err != nil {
			return Protected(path, "is not a proposal bundle: it has no valid %s. Write to another folder", proposal.MarkerPath)
		}
		stray, err := firstStray(existing, requestID)
		if err != nil {
			return err
		}
		if stray != "" {
			return Protected(path, "holds %s, which is not part of a proposal bundle. Move it away, or write to another folder",
				stray)
		}
		return nil
	}
}
