package adapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

func TestInputsWithTags(t *testing.T) {
	in := adapter.Input{
		Request: request.Request{
			Application: "shop", Environment: "test", Owner: "a@example.com", CostCentre: "CC-1", DataClassification: "public", ExpiryDate: "2026-12-15",
		},
		Identity: request.Identity{RequestID: "req-1", Fingerprint: "sha256:1"},
	}
	own := map[string]any{"nodes": 3, "owner": "someone else"}
	assert.Equal(t, map[string]any{
		"application": "shop", "environment": "test", "cost_centre": "CC-1", "data_classification": "public",
		"expires_on": request.Date("2026-12-15"), "fingerprint": "sha256:1", "request_id": "req-1",
		"nodes": 3, "owner": "someone else",
	}, adapter.WithTags(in, own))
	assert.Len(t, own, 2, "the adapter's own inputs are left as they are")
}
