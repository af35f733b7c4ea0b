package adapterhost

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

func TestACallThatMeetsACrashIsRepeated(t *testing.T) {
	t.Parallel()
	var log journal
	adapter := start(t, "crashing-once", Options{plain: true, Logger: log.logger()})
	got, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	require.NoError(t, err)
	assert.Equal(t, sampleEvaluation(sampleOrder(request.Small)), got)
	log.soon(t, `msg="adapter crashed"`)
	log.soon(t, `outcome="exit status 3"`)
	log.soon(t, `last_line="famous �[31mlast words"`)
}

func TestACrashOfEveryProcessIsReportedAfterTwo(t *testing.T) {
	t.Parallel()
	var log journal
	adapter := start(t, "crashing", Options{Logger: log.logger()})
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	p := refusal(t, err, problem.AdapterUnavailable, "crashed")
	assert.Contains(t, p.Detail, `(exit status 3, final output "famous �[31mlast words")`)
	require.Eventually(t, func() bool { return count(&log, "adapter crashed") == 2 }, 5*time.Second, 5*time.Millisecond)
	_, err = adapter.CheckInstallation(t.Context(), sampleProfile())
	assert.NoError(t, err, "the next call finds a fresh process")
	assert.Equal(t, 2, count(&log, "adapter crashed"))
}

func TestACrashDuringTheStartIsRepeated(t *testing.T) {
	t.Parallel()
	adapter := start(t, "dying-at-start", Options{plain: true})
	_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
	assert.NoError(t, err)
}

func TestOpeningStartsNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	dir := install(t, "good")
	remove(t, dir+"/good")
	catalog := open(t, Options{Dir: dir})
	assert.Equal(t, []string{"sample"}, catalog.Providers())
	assert.LessOrEqual(t, runtime.NumGoroutine(), before)
}
