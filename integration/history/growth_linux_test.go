package history_test

import (
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"net/netip"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
	providera "platform.internal/provider-a"
)

var recordsFlag = flag.Int("records", 10_000, "how many `records` BenchmarkGrowth stores at most")

// numbered returns records that differ from a real one in their application, network and ID.
func numbered(b *testing.B) func(n int) *store.Record {
	all := thePayloads(b, 1)
	s := newService(b, providera.New(), 0)
	made, err := s.Submit(b.Context(), "k", all.requests[1])
	require.NoError(b, err)
	return func(n int) *store.Record {
		var digits [32]byte
		binary.BigEndian.PutUint64(digits[:], uint64(n)*0x9e3779b97f4a7c15) // in no order
		r := *made.Record
		r.Fingerprint = "sha256:" + hex.EncodeToString(digits[:])
		r.RequestID = request.IDOf(r.Fingerprint)
		r.Application, r.EnvironmentID = fmt.Sprintf("app-%d", n), fmt.Sprintf("env-%d", n)
		r.NetworkCIDR = netip.PrefixFrom(netip.AddrFrom4([4]byte{10, digits[6], digits[7]}), 20+n%5).Masked()
		r.Entry = document.Entry(strings.ReplaceAll(strings.ReplaceAll(string(made.Entry), made.RequestID, r.RequestID), made.Application, r.Application))
		r.Size = len(r.Entry)
		return &r
	}
}

// median returns the median time of some calls.
func median(calls int, call func(i int)) time.Duration {
	times := make([]time.Duration, calls)
	for i := range times {
		began := time.Now()
		call(i)
		times[i] = time.Since(began)
	}
	slices.Sort(times)
	return times[calls/2].Round(time.Microsecond)
}

// BenchmarkGrowth prints what calls of a store in etcd cost while it grows: one member, and
// records of a real size.
func BenchmarkGrowth(b *testing.B) {
	m := startMembers(b, 1, func(c *memberConfig) { c.quota = 16 << 30 })
	most := 4 * *recordsFlag
	first := open(b, m.endpoints(), 1, most)[0]
	prefix := fmt.Sprintf("/store-%d", stores.Load())
	install(b, first)
	record := numbered(b)
	commit := func(s store.Store, n int) {
		_, err := s.Records().Commit(b.Context(), store.Key(fmt.Sprint(n)), record(n))
		require.NoError(b, err)
	}
	b.Logf("%9s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s", "records", "fill/s", "commit", "get", "page", "search", "counts", "environs", "overlaps", "free", "start", "heap MiB", "etcd MiB")
	stored := 0
	for n := 1000; n <= *recordsFlag; n *= 10 {
		began := time.Now()
		var filling sync.WaitGroup
		next := make(chan int)
		for range 64 {
			filling.Go(func() {
				for i := range next {
					commit(first, i)
				}
			})
		}
		from := stored
		for ; stored < n; stored++ {
			next <- stored
		}
		close(next)
		filling.Wait()
		rate := float64(stored-from) / time.Since(began).Seconds()

		before := heap()
		began = time.Now()
		other := openAt(b, m.endpoints(), prefix, 1, most)[0]
		require.Eventually(b, func() bool { return other.Ready(b.Context()) == nil }, 10*time.Minute, time.Millisecond, "it has read all")
		start := time.Since(began).Round(time.Millisecond)
		used := heap() - before

		committed := median(200, func(int) { commit(other, stored); stored++ })
		got := median(200, func(i int) {
			found, err := other.Records().Get(b.Context(), record(i*n/200).RequestID)
			require.NoError(b, err)
			require.NotNil(b, found[0])
		})
		list := func(filter store.RecordFilter, want int) time.Duration {
			return median(20, func(int) {
				found, err := other.ListRecords(b.Context(), filter, store.Page{Limit: 50, Order: store.Newest})
				require.NoError(b, err)
				require.Len(b, found.Items, want)
			})
		}
		page, search := list(store.RecordFilter{}, 50), list(store.RecordFilter{Search: "app-0 cc"}, 1)
		counted := median(20, func(int) {
			_, err := other.Counts(b.Context())
			require.NoError(b, err)
		})
		environments := func(filter store.EnvironmentFilter, page store.Page) time.Duration {
			return median(20, func(int) {
				_, err := other.ListEnvironments(b.Context(), filter, page)
				require.NoError(b, err)
			})
		}
		listed := environments(store.EnvironmentFilter{}, store.Page{Limit: 50, Order: store.Newest})
		overlapping := environments(store.EnvironmentFilter{Overlapping: "true"}, store.Page{})
		free := median(20, func(int) {
			_, err := other.Networks(b.Context())
			require.NoError(b, err)
		})
		status, err := m.control.Status(b.Context(), m.list[0].config.client)
		require.NoError(b, err)
		b.Logf("%9d %9.0f %9v %9v %9v %9v %9v %9v %9v %9v %9v %9d %9d", n, rate, committed, got, page, search, counted, listed, overlapping, free, start, used>>20, status.DbSize>>20)
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
