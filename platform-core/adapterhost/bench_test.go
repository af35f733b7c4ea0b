package adapterhost

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/request"
)

func evaluations(b *testing.B, adapter adapter.Adapter) {
	order := sampleOrder(request.Medium)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := adapter.Evaluate(b.Context(), order); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDirect is the adapter without a host: what the others cost less this is the
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
	adapter, order := start(b, "good", Options{}), sampleOrder(request.Medium)
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

// confinements are the ways in which a process can be confined.
var confinements = []struct {
	name, process string
	plain         bool
}{{"plain", "open", true}, {"self", "good", true}, {"shim", "open", false}, {"shim+self", "good", false}}

// BenchmarkStart is a cold start to the description, and the stop, part by part:
// unconfined, confined by the adapter, by the host, and by both, each in turn; and
// what all of them take for reading, hashing and sealing the binary. The
// ratios are of the least, which is what a busy machine does not blur.
func BenchmarkStart(b *testing.B) {
	least := map[string]time.Duration{}
	dirs := map[string]string{}
	for _, c := range confinements {
		dirs[c.name] = install(b, c.process)
	}
	note := func(part string, began time.Time) {
		if took := time.Since(began); least[part] == 0 || took < least[part] {
			least[part] = took
		}
	}
	for b.Loop() {
		for _, c := range confinements {
			began := time.Now()
			catalog := open(b, Options{Dir: dirs[c.name], plain: c.plain})
			_, err := catalog.Status(b.Context(), "sample")
			require.NoError(b, err)
			note(c.name, began)
			catalog.Close()
		}
		began := time.Now()
		file, err := os.Open(testBinary())
		require.NoError(b, err)
		image, err := process.Load(file)
		require.NoError(b, err)
		_, err = image.Digest()
		require.NoError(b, err)
		note("digest", began)
		require.NoError(b, image.Close())
	}
	b.ReportMetric(0, "ns/op") // the sum of all means nothing
	for part, took := range least {
		b.ReportMetric(float64(took.Microseconds())/1000, "ms-"+part)
		b.ReportMetric(float64(took)/float64(least["plain"]), "x-plain-"+part)
	}
}

// BenchmarkCalls is the throughput of a running process, unconfined and confined.
func BenchmarkCalls(b *testing.B) {
	for _, c := range confinements {
		b.Run(c.name, func(b *testing.B) {
			adapter, order := start(b, c.process, Options{plain: c.plain}), sampleOrder(request.Medium)
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
