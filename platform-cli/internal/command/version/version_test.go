package version_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/command/version"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/release"
)

func TestVersion(t *testing.T) {
	r := commandtest.Run(t, version.New)
	assert.Equal(t, release.Version, commandtest.Member(t, r, "version"))
	assert.Equal(t, release.Name, commandtest.Member(t, r, "name"))
	assert.Equal(t, problem.ExitUsage, commandtest.Run(t, version.New, "now").Exit)
}
