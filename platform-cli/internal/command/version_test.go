package command

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/release"
)

func TestVersion(t *testing.T) {
	r := commandtest.Run(t, newVersion)
	assert.Equal(t, release.Version, commandtest.Member(t, r, "version"))
	assert.Equal(t, release.Name, commandtest.Member(t, r, "name"))
	assert.Equal(t, problem.ExitUsage, commandtest.Run(t, newVersion, "now").Exit)
}
