package pairs_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

func TestDbg(t *testing.T) {
	p := newPlatform(t, "provider_a")
	data, err := os.ReadFile("../../examples/provider_a/simulation/denied.yaml")
	require.NoError(t, err)
	r, err := request.Parse(document.Source{Format: document.YAML, Data: data})
	require.NoError(t, err)
	for range 6 {
		began := time.Now()
		e, err := p.Service.Evaluate(t.Context(), r)
		require.NoError(t, err)
		fmt.Println(time.Since(began), e.Fix)
		fmt.Println(service.LastResult.Requests, service.LastResult.Asked, service.LastResult.Searched)
	}
}
