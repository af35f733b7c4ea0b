package gke

import (
	"testing"

	"platform.internal/platform-core/adapter/adaptertest/testkit"
)

func TestConformance(t *testing.T) { testkit.Run(t, New) }
