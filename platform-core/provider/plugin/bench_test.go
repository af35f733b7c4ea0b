package plugin

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/provider"
)

func evaluations(b *testing.B, adapter provider.Adapter) {
	order := sampleOrder(environment.Medium)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := adapter.Evaluate(b.Context(), order); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDirect is the adapter alone: what the others cost less this is the
// contract's price.
func BenchmarkDirect(b *testing.B) { evaluations(b, sample{}) }

func BenchmarkInProcess(b *testing.B) {
	adapter, stop := InProcess(sample{})
	defer stop()
	_, err := adapter.Describe(b.Context())
	require.NoError(b, err)
	evaluations(b, adapter)
}

func BenchmarkProcess(b *testing.B) { evaluations(b, start(b, "good", Options{})) }

func BenchmarkProcessOfManyCallers(b *testing.B) {
	adapter, order := start(b, "good", Options{}), sampleOrder(environment.Medium)
	b.ReportAllocs()
	b.SetParallelism(32)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := adapter.Evaluate(b.Context(), order); err != nil {
				b.Error(err)
				return
			}
		}
	})
}

// BenchmarkStart is a cold start to the end of the first call, and the stop.
func BenchmarkStart(b *testing.B) {
	dir := install(b, "good")
	for b.Loop() {
		catalog, err := Open(Options{Dir: dir})
		require.NoError(b, err)
		adapter, err := catalog.Adapter(b.Context(), "sample")
		require.NoError(b, err)
		_, err = adapter.Evaluate(b.Context(), sampleOrder(environment.Medium))
		require.NoError(b, err)
		catalog.Close()
	}
}
