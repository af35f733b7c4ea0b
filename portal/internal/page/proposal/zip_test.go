package proposal

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/portal/internal/portaltest"
)

func TestZip(t *testing.T) {
	p := portaltest.Proposal(t, "A plain justification.")
	first, err := zipped(p)
	require.NoError(t, err)
	second, err := zipped(p)
	require.NoError(t, err)
	require.Equal(t, first, second)
	reader, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	require.NoError(t, err)
	require.Len(t, reader.File, 8)
	for i, a := range append(p.Artifacts, p.SafetyMarker) {
		require.Equal(t, p.ProposalID+"/"+a.Path, reader.File[i].Name)
		require.Empty(t, reader.File[i].Extra)
		file, err := reader.File[i].Open()
		require.NoError(t, err)
		content, err := io.ReadAll(file)
		require.NoError(t, err)
		require.Equal(t, a.Content, string(content))
	}
}

func TestNoPathLeadsOut(t *testing.T) {
	for _, path := range []string{"../x", "/etc/x", "a//b", "", "a/../../b"} {
		p := portaltest.Proposal(t, "A plain justification.")
		p.Artifacts[0].Path = path
		_, err := zipped(p)
		require.Error(t, err, path)
	}
	p := portaltest.Proposal(t, "A plain justification.")
	p.ProposalID = "../prop"
	_, err := zipped(p)
	require.Error(t, err)
}
