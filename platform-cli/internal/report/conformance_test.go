package report_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-core/adapter/adaptertest"
)

func TestConformance(t *testing.T) {
	data, err := report.Conformance(adaptertest.Report{
		Adapter: adaptertest.Adapter{ID: "provider_c"},
		Summary: adaptertest.Summary{Passed: 1, Failed: 1, Skipped: 1},
		Properties: []adaptertest.Property{
			{Name: "answers", Meaning: "Every call is answered.", Outcome: adaptertest.Passed, Judged: "for a second"},
			{Name: "order", Meaning: "No order.", Outcome: adaptertest.Failed, CounterExample: "first <a>, then \x00"},
			{Name: "clock", Meaning: "No clock.", Outcome: adaptertest.Skipped, Reason: "not here"},
		},
	})
	require.NoError(t, err)
	assert.Equal(t, `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="platform provider test provider_c" tests="3" failures="1" errors="0" skipped="1">
    <testcase classname="platform provider test" name="answers">
      <system-out>Every call is answered. Judged: for a second.</system-out>
    </testcase>
    <testcase classname="platform provider test" name="order">
      <failure type="failed" message="No order.">first &lt;a&gt;, then `+"\uFFFD"+`</failure>
      <system-out>No order.</system-out>
    </testcase>
    <testcase classname="platform provider test" name="clock">
      <skipped message="not here"></skipped>
      <system-out>No clock.</system-out>
    </testcase>
  </testsuite>
</testsuites>
`, string(data))
}
