package adapterhost

import (
	"context"
	"errors"
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

// A request that takes processes down is known as that, though nobody waits for its
// answer.
func TestARequestThatNobodyWaitsForIsHeldResponsible(t *testing.T) {
	t.Parallel()
	var log journal
	adapter := start(t, "crashing", Options{Logger: log.logger()})
	quarantined := func() bool {
		_, err := adapter.CheckInstallation(t.Context(), sampleProfile()) // there is a process to ask
		require.NoError(t, err)
		left, cancel := context.WithCancel(t.Context())
		defer cancel()
		time.AfterFunc(time.Millisecond, cancel)
		_, err = adapter.Evaluate(left, sampleOrder(request.Small))
		var p *problem.Problem
		return errors.As(err, &p) && p.Fault() == problem.AdapterRequestQuarantined
	}
	require.Eventually(t, quarantined, 20*time.Second, 20*time.Millisecond)
	assert.LessOrEqual(t, count(&log, "adapter crashed"), maxStrikes+1)
}
