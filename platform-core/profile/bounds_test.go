package profile_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/profile"
)

func TestBounds(t *testing.T) {
	limits := []string{profile.BoundAddresses, profile.BoundData, profile.BoundDescriptors, profile.BoundFileSize}
	group := append(limits, profile.BoundMemory, profile.BoundProcessor, profile.BoundThreads)
	looked := []string{profile.BoundMemory, profile.BoundProcessor, profile.BoundSocketFiles, profile.BoundThreads}
	for name, c := range map[string]struct {
		kernel, watched []string
		level           profile.ConfinementLevel
		rest            []string
		status          profile.CheckStatus
		message         string
	}{
		"a group": {group, looked, profile.Enforced, []string{profile.BoundSocketFiles}, profile.Passed, "in a control group of its own"},
		"limits": {limits, looked, profile.Partial, looked, profile.Passed,
			"limits the adapter's addresses, data, descriptors, file size. The host watches its memory, processor, socket files, threads."},
		"nothing": {nil, nil, profile.Unavailable, []string{}, profile.Warning, "Nothing on this system"},
	} {
		t.Run(name, func(t *testing.T) {
			b := profile.NewBounds(c.kernel, c.watched)
			assert.Equal(t, c.level, b.Level)
			assert.Equal(t, c.rest, b.Watched)
			check := b.Check()
			assert.Equal(t, profile.BoundsCheck, check.ID)
			assert.Equal(t, c.status, check.Status)
			assert.Contains(t, check.Message, c.message)
		})
	}
}
