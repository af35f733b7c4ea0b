package providera

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// TestTablesAgree checks the tables against each other: what one names, the
// others know.
func TestTablesAgree(t *testing.T) {
	for _, name := range request.Sizes() {
		s := sizes[name]
		for _, kind := range s.InstanceTypes {
			assert.Contains(t, prices.Units, kind, name)
			assert.Equal(t, s.instance(), instances.Types[kind], "%s: the size is the same whatever its nodes are", kind)
			assert.Regexp(t, map[bool]string{true: `^t\d`, false: `^[^t]`}[s.instance().Burstable], kind, "main.tf bounds the credits of what begins so")
		}
		assert.Positive(t, s.instance().VCPUs, name)
		assert.Positive(t, s.instance().MemoryGiB, name)
		assert.Positive(t, s.MinNodes, name)
		assert.LessOrEqual(t, s.MinNodes, s.FirstNodes, name)
		assert.LessOrEqual(t, s.FirstNodes, s.MaxNodes, name)
	}
	for region, items := range prices.Regions {
		_, ok := regions.Find(region)
		assert.True(t, ok, region)
		for item := range items {
			assert.Contains(t, prices.Units, item, region)
		}
	}
	for item := range prices.Everywhere {
		assert.Contains(t, prices.Units, item)
	}
}

// TestTermsAreWhatTheProviderTakes checks the platform's choices to the bounds that
// their sources name.
func TestTermsAreWhatTheProviderTakes(t *testing.T) {
	for _, classification := range request.Classifications() {
		assert.Contains(t, []int{1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653},
			terms.LogDays.Value[classification], classification)
		rotation := terms.KeyRotationDays.Value[classification]
		assert.True(t, rotation >= 90 && rotation <= 2560, classification)
	}
	for _, stage := range request.Environments() {
		recovery := terms.KeyRecoveryDays.Value[stage]
		assert.True(t, recovery >= 7 && recovery <= 30, stage)
	}
	assert.Contains(t, []int{60, 600}, terms.FlowLogIntervalSeconds.Value)
	_, err := request.ParseDate(string(terms.Kubernetes.SupportedUntil))
	require.NoError(t, err)
	tenths := int64(0)
	for _, share := range sizeTable.LogTenths.Value {
		tenths += share
	}
	assert.EqualValues(t, 10, tenths)
}

// TestEveryFactHasASource reads each table as it is: what holds a value says where
// it is from, itself or what it is in.
func TestEveryFactHasASource(t *testing.T) {
	for _, name := range []string{"instances", "machine-prices", "namespaces", "network", "prices", "regions", "sizes", "terms"} {
		table := adapter.MustDecode[map[string]any](data, "data/"+name+".json")
		if _, whole := table["source"]; whole {
			continue
		}
		for part, content := range table {
			if inner, ok := content.(map[string]any); ok && part != "units" {
				assertSourced(t, name+"."+part, inner)
			}
		}
	}
}

func assertSourced(t *testing.T, at string, content map[string]any) {
	t.Helper()
	if text, ok := content["source"].(string); ok {
		assert.NotEmpty(t, text, at)
		return
	}
	inside := 0
	for name, c := range content {
		if inner, ok := c.(map[string]any); ok {
			assertSourced(t, at+"."+name, inner)
			inside++
		}
	}
	assert.NotZero(t, inside, "%s has no source", at)
}

// TestWordsOfTheProviderHaveASource checks the words that main.tf fixes, because
// the provider does, to the list that says where each is from.
func TestWordsOfTheProviderHaveASource(t *testing.T) {
	text, err := os.ReadFile("testdata/words.json")
	require.NoError(t, err)
	var words []struct{ Word, Source string }
	require.NoError(t, json.Unmarshal(text, &words))
	for _, w := range words {
		assert.Contains(t, string(rootText), w.Word)
		assert.NotEmpty(t, w.Source, w.Word)
	}
}

func TestNoRegionHasOneZone(t *testing.T) {
	for _, r := range regionTable {
		assert.NotEqual(t, 1, len(r.Zones), "%s: a cluster needs two zones", r.Name)
		assert.True(t, r.OptIn || len(r.Zones) > 0, "%s: the advisory on opt-in regions also says that zones are unknown", r.Name)
	}
}

// TestDefaultPodRange: the setting's default is the first range of network.json.
func TestDefaultPodRange(t *testing.T) {
	for _, s := range table.Settings {
		if s.Name == podRangeSetting {
			assert.Equal(t, network.PodRanges.Value[0].String(), s.Default)
		}
	}
}
