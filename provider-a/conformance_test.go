package providera

import (
	"testing"

	"platform.internal/platform-core/provider/providertest"
)

func TestConformance(t *testing.T) { providertest.Run(t, New) }
