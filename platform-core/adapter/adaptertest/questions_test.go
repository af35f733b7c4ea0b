package adaptertest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// TestQuestions checks that names are unique, because counter-examples show them. It also checks that each
// ordinary request is well-formed.
func TestQuestions(t *testing.T) {
	d := adapter.Description{Provider: profile.Provider{
		ID: "provider_t", DefaultRegion: "north-1", Regions: []profile.Region{{Name: "north-1"}, {Name: "south-1"}},
	}}
	names := map[string]bool{}
	for _, q := range questions(d) {
		assert.False(t, names[q.name], q.name)
		names[q.name] = true
		assert.True(t, !q.ordinary || wellFormed(q.input.Request), q.name)
	}
	assert.Greater(t, len(names), 90)
}
