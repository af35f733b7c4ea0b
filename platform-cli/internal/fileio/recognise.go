package fileio

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"platform.internal/platform-core/proposal"
)

// markedRequest returns the request ID in the folder's safety marker. It fails if the marker is
// missing or invalid.
func markedRequest(root *os.Root) (requestID string, err error) {
	info, err := root.Lstat(proposal.MarkerPath)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errors.New("the safety marker is not a plain file")
	}
	content, err := readPart(root, proposal.MarkerPath)
	if err != nil {
		return "", err
	}
	requestID, _, ok := proposal.ReadMarker(content)
	if !ok {
		return "", fmt.Errorf("the safety marker is not a %s", proposal.MarkerSchema)
	}
	return requestID, nil
}

// firstStray returns the path of the first entry that a bundle of the request does not have, or "".
func firstStray(root *os.Root, requestID string) (stray string, err error) {
	files, folders := layout(requestID)
	err = fs.WalkDir(root.FS(), ".", func(at string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && folders[at] || entry.Type().IsRegular() && files[at] {
			return nil
		}
		stray = at
		return fs.SkipAll
	})
	return stray, err
}

// layout returns the files and the folders of a bundle of the request.
func layout(requestID string) (files, folders map[string]bool) {
	p := proposal.PathsOf(requestID)
	files, folders = map[string]bool{}, map[string]bool{}
	for _, file := range []string{
		p.Request, p.Root, p.Inputs, p.Decision, p.Inventory, p.Review, p.Attestation, proposal.MarkerPath,
	} {
		files[file] = true
		for at := path.Dir(file); !folders[at]; at = path.Dir(at) {
			folders[at] = true
		}
	}
	return files, folders
}
