package adapterhost

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// The same adapter, in this process and as a process, gives the same answers.
func TestAnswers(t *testing.T) {
	t.Run("in process", func(t *testing.T) {
		adapter, stop := InProcess(sample{})
		t.Cleanup(stop)
		testAnswers(t, adapter)
	})
	t.Run("process", func(t *testing.T) { testAnswers(t, start(t, "good", Options{})) })
}

func testAnswers(t *testing.T, adapter adapter.Adapter) {
	t.Run("Describe", func(t *testing.T) { testDescribe(t, adapter) })
	t.Run("CheckInstallation", func(t *testing.T) {
		want, _ := sample{}.CheckInstallation(t.Context(), sampleProfile())
		got, err := adapter.CheckInstallation(t.Context(), sampleProfile())
		require.NoError(t, err)
		assert.Equal(t, want, got)
	})
	t.Run("Evaluate", func(t *testing.T) { testEvaluate(t, adapter) })
	t.Run("Generate", func(t *testing.T) {
		want, _ := sample{}.Generate(t.Context(), sampleOrder(request.Small))
		got, err := adapter.Generate(t.Context(), sampleOrder(request.Small))
		require.NoError(t, err)
		assert.Equal(t, want, got)
	})
}

func testDescribe(t *testing.T, adapter adapter.Adapter) {
	got, err := adapter.Describe(t.Context())
	require.NoError(t, err)
	encoded, err := json.Marshal(got.Provider)
	require.NoError(t, err)
	assert.NotContains(t, string(encoded), "null")
	assert.Equal(t, "1.2.3", got.Version)
	got.Regions[0].Name = "spoilt"
	again, err := adapter.Describe(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "north-1", again.Regions[0].Name, "a caller's change must not reach the next caller")
}

func testEvaluate(t *testing.T, adapter adapter.Adapter) {
	for _, size := range request.Sizes() {
		want := sampleEvaluation(sampleOrder(size))
		got, err := adapter.Evaluate(t.Context(), sampleOrder(size))
		require.NoError(t, err)
		assert.Equal(t, want, got, size)
	}
}

func TestInProcessKeepsTheContract(t *testing.T) {
	for name, c := range map[string]struct {
		adapter sample
		code    problem.Code
	}{
		"unsorted":  {sample{evaluate: unsorted}, problem.AdapterContractViolation},
		"failing":   {sample{evaluate: fail}, problem.AdapterContractViolation},
		"panicking": {sample{evaluate: panics}, problem.AdapterContractViolation},
	} {
		t.Run(name, func(t *testing.T) {
			adapter, stop := InProcess(c.adapter)
			defer stop()
			_, err := adapter.Evaluate(t.Context(), sampleOrder(request.Small))
			refusal(t, err, c.code)
		})
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	catalog := open(t, Options{Dir: install(t, "good")})
	assert.Equal(t, []string{"sample"}, catalog.Providers())
	status, err := catalog.Status(t.Context(), "sample")
	require.NoError(t, err)
	assert.Equal(t, "Sample", status.Description.DisplayName)
	assert.Equal(t, adapter.ContractVersion, status.ContractVersion)
	assert.Equal(t, "sha256:"+digestOfTests(), status.Digest)
	assert.True(t, status.Verified)
}

func TestAnExtraAdapterIsNotVerified(t *testing.T) {
	t.Parallel()
	var log journal
	file := install(t, "good") + "/good"
	catalog := open(t, Options{Extra: map[string]string{"sample": file}, Logger: log.logger()})
	log.soon(t, "level=WARN msg=\"adapter is not checked against the lock file\" adapter=sample")
	status, err := catalog.Status(t.Context(), "sample")
	require.NoError(t, err)
	assert.False(t, status.Verified)
	assert.Equal(t, "sha256:"+digestOfTests(), status.Digest)
}
