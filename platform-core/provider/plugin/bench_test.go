package plugin

import (
	"testing"
	"time"

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

// boxings are the ways in which a process can be held.
var boxings = []struct {
	name, process string
	plain         bool
}{{"plain", "open", true}, {"self", "good", true}, {"shim", "open", false}, {"shim+self", "good", false}}

// BenchmarkStart is a cold start to the description, and the stop: without a
// box, with the adapter's own, with the host's, and with both. The least is what
// a busy machine does not blur.
func BenchmarkStart(b *testing.B) {
	for _, c := range boxings {
		b.Run(c.name, func(b *testing.B) {
			dir := install(b, c.process)
			least := time.Hour
			for b.Loop() {
				began := time.Now()
				catalog := open(b, Options{Dir: dir, plain: c.plain})
				_, err := catalog.Status(b.Context(), "sample")
				require.NoError(b, err)
				least = min(least, time.Since(began))
				catalog.Close()
			}
			b.ReportMetric(float64(least.Microseconds())/1000, "least-ms")
		})
	}
}

// BenchmarkCalls is the throughput of a running process, without and with the
// boxes.
func BenchmarkCalls(b *testing.B) {
	for _, c := range boxings {
		b.Run(c.name, func(b *testing.B) {
			adapter, order := start(b, c.process, Options{plain: c.plain}), sampleOrder(environment.Medium)
			b.SetParallelism(32)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if _, err := adapter.Evaluate(b.Context(), order); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}
