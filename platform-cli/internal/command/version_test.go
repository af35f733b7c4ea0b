package command

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/commandtest"
	platformcore "platform.internal/platform-core"
	"platform.internal/platform-core/problem"
)

func TestVersion(t *testing.T) {
	r := commandtest.Run(t, newVersion)
	assert.Equal(t, platformcore.Version, commandtest.Member(t, r, "version"))
	assert.Equal(t, platformcore.Name, commandtest.Member(t, r, "name"))
	assert.Equal(t, problem.ExitUsage, commandtest.Run(t, newVersion, "now").Exit)
}
