package proposal

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	core "platform.internal/platform-core/proposal"
)

var errNoFolder = errors.New("the API sent a path that leads out of the bundle")

// zipped returns a zip file of the artifacts and the safety marker, in a folder named after the
// proposal. The same proposal always gives the same bytes. The files therefore have no times and no
// compression, which can differ between releases. It fails if a path leads out of the folder.
func zipped(p core.Proposal) ([]byte, error) {
	if !core.IsID(p.ProposalID) {
		return nil, errNoFolder
	}
	var content bytes.Buffer
	w := zip.NewWriter(&content)
	for _, a := range append(slices.Clone(p.Artifacts), p.SafetyMarker) {
		if !fs.ValidPath(a.Path) {
			return nil, errNoFolder
		}
		file, err := w.CreateHeader(&zip.FileHeader{Name: p.ProposalID + "/" + a.Path, Method: zip.Store})
		if err != nil {
			return nil, fmt.Errorf("zip %s: %w", a.Path, err)
		}
		if _, err := file.Write([]byte(a.Content)); err != nil {
			return nil, fmt.Errorf("zip %s: %w", a.Path, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("zip: %w", err)
	}
	return content.Bytes(), nil
}
