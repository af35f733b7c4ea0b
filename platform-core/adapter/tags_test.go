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

// TestTagsOfAnOrganisation checks the settings of tags as inputs of main.tf.
func TestTagsOfAnOrganisation(t *testing.T) {
	in := adapter.Input{Settings: []adapter.Setting{
		{Name: adapter.TagsSetting, Value: "BusinessUnit=retail,Path=a=b"}, {Name: adapter.TagKeysSetting, Value: "Owner=team-mail"},
	}}
	assert.Equal(t, map[string]any{
		"tags": map[string]string{"BusinessUnit": "retail", "Path": "a=b"}, "tag_keys": map[string]string{"Owner": "team-mail"},
	}, in.TagInputs())
	assert.Equal(t, "team-mail", in.TagKey("Owner"))
	assert.Equal(t, "CostCentre", in.TagKey("CostCentre"))
	assert.Empty(t, adapter.Input{}.TagInputs())
}
