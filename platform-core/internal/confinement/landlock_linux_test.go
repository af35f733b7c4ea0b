//go:build linux && (amd64 || arm64)

package confinement

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRulesetsOfEveryVersion(t *testing.T) {
	for version, members := range map[int]int{0: 0, 1: 1, 3: 1, 4: 2, 5: 2, 6: 3, 7: 3, 9: 3} {
		assert.Len(t, landlock(version), members, "version %d", version)
	}
	assert.Equal(t, uint64(1<<13-1), landlock(1)[landlockFiles])
	assert.NotZero(t, landlock(7)[landlockScope])
}
