package report_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/report"
)

func TestCases(t *testing.T) {
	got, err := report.Cases([]report.Suite{
		{Name: "a.yaml", Cases: []report.Case{{Name: "passes"}, {Name: "fails <&", Wrong: []string{"one", "two"}}}},
		{Name: "coverage"},
	})
	require.NoError(t, err)
	assert.Equal(t, `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="a.yaml" tests="2" failures="1" errors="0">
    <testcase classname="platform policy test" name="passes"></testcase>
    <testcase classname="platform policy test" name="fails &lt;&amp;">
      <failure type="failed" message="one">one&#xA;two&#xA;</failure>
    </testcase>
  </testsuite>
  <testsuite name="coverage" tests="0" failures="0" errors="0"></testsuite>
</testsuites>
`, string(got))
}
