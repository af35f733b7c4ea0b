package providera

import (
	"testing"

	"platform.internal/platform-core/adapter/adaptertest"
)

func TestConformance(t *testing.T) { adaptertest.Run(t, New) }
