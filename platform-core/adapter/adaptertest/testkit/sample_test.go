package testkit_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
	"platform.internal/platform-core/adapter/adaptertool/template"
)

func TestASampleIsThereOnlyInAShortTest(t *testing.T) {
	d, err := template.New().Describe(t.Context())
	require.NoError(t, err)
	all := adaptertest.Inputs(d)
	sample := testkit.Sample(all)
	if !testing.Short() {
		assert.Len(t, sample, len(all))
		return
	}
	assert.Len(t, sample, (len(all)+16)/17)
	seen := map[string]bool{}
	for _, in := range sample {
		for _, value := range []string{string(in.Mode), in.Request.ClusterSize, in.Request.Environment, in.Request.DataClassification, in.Request.Region} {
			seen[value] = true
		}
	}
	for _, in := range all {
		for _, value := range []string{string(in.Mode), in.Request.ClusterSize, in.Request.Environment, in.Request.DataClassification, in.Request.Region} {
			assert.True(t, seen[value], value)
		}
	}
}
