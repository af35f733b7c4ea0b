package adaptertest_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/skeleton/template"
)

// misread describes the skeleton with a change.
type misread struct {
	adapter.Adapter
	change func(*adapter.Description)
}

func (m misread) Describe(ctx context.Context) (adapter.Description, error) {
	d, err := m.Adapter.Describe(ctx)
	m.change(&d)
	return d, err
}

func TestReads(t *testing.T) {
	other := adaptertest.Request("south-1", adaptertest.Production, adaptertest.WithSize("large"))
	rule := template.ID + ".cluster.production-size"
	for name, tt := range map[string]struct {
		change func(*adapter.Description)
		wrong  string
	}{
		"as it is":         {func(*adapter.Description) {}, ""},
		"reads everything": {func(d *adapter.Description) { d.EstimateReads, d.Rules[2].Reads = nil, nil }, ""},
		"too few fields":   {func(d *adapter.Description) { d.Rules[2].Reads = []string{"cluster_size"} }, rule + " depends on more than cluster_size"},
		"the other field":  {func(d *adapter.Description) { d.Rules[2].Reads = []string{"environment"} }, rule + " depends on more than environment"},
		"the estimate":     {func(d *adapter.Description) { d.EstimateReads = []string{"region"} }, "the estimate depends on more than region"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := template.New().Describe(t.Context())
			require.NoError(t, err)
			require.Equal(t, rule, d.Rules[2].ID)
			err = adaptertest.CheckReads(t.Context(), misread{template.New(), tt.change}, adaptertest.Requests(d), other)
			if tt.wrong == "" {
				assert.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, tt.wrong)
		})
	}
}
