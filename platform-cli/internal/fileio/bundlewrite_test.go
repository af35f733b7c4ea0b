package fileio

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/proposal"
)

func TestTheMarkerIsWrittenFirst(t *testing.T) {
	p := proposal.Proposal{
		Artifacts:    []proposal.Artifact{{Path: "a", Content: "1"}, {Path: "b", Content: "2"}},
		SafetyMarker: proposal.Artifact{Path: "m", Content: "3"},
	}
	assert.Equal(t, []Entry{{Path: "m", Content: "3"}, {Path: "a", Content: "1"}, {Path: "b", Content: "2"}}, entries(p))
}
