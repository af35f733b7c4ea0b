package history_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/document"
)

// BenchmarkServers prints what new requests cost in memory, and on three members of etcd with
// one, two and three servers, all on one machine.
func BenchmarkServers(b *testing.B) {
	all := thePayloads(b, 1)
	body, err := document.Encode(all.requests[1])
	require.NoError(b, err)
	m := startMembers(b, 3)
	endpoints := "etcd=" + strings.Join(m.endpoints(), ",")
	var memory load
	b.Logf("%-22s %10s %12s %12s %12s %12s %12s", "", "calls/s", "median", "99th", "server µs", "adapter µs", "etcd µs")
	for _, servers := range []int{0, 1, 2, 3} {
		var run []*build.Process
		name, arguments := "in memory", []string{"--listen", "127.0.0.1:0", "--quiet", "--profile", examples + "profile.yaml", "--max-records", "100000"}
		if servers > 0 {
			name = fmt.Sprintf("etcd, %d servers", servers)
			arguments = append(arguments, "--store", endpoints, "--store-prefix", fmt.Sprintf("/store-%d", stores.Add(1)))
		}
		for range max(servers, 1) {
			run = append(run, build.Start(b, exec.Command(build.Binaries(b).Server, arguments...)))
		}
		measure(b, run, m, string(body), 0, 500)
		l := measure(b, run, m, string(body), 500, 4500)
		if servers == 0 {
			memory = l
		}
		b.Logf("%-22s %10.0f %12v %12v %12.0f %12.0f %12.0f", name, l.rate, l.median, l.slow, l.server, l.adapter, l.etcd)
		b.Logf("%-22s %10.2f %12.2f %12.2f %12.2f %12.2f", "  ratio to memory", l.rate/memory.rate, float64(l.median)/float64(memory.median),
			float64(l.slow)/float64(memory.slow), l.server/memory.server, l.adapter/memory.adapter)
		for _, p := range run {
			_ = p.Command.Process.Kill()
		}
	}
}

// load is what calls took; the processor times are µs a call.
type load struct {
	rate                  float64
	median, slow          time.Duration
	server, adapter, etcd float64
}

// measure sends new requests, from a number up to another, with 16 connections.
func measure(b *testing.B, servers []*build.Process, m *members, body string, from, to int) load {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}
	defer client.CloseIdleConnections()
	var own, adapters, etcd []int
	for _, s := range servers {
		own = append(own, s.Command.Process.Pid)
		adapters = append(adapters, build.Children(s.Command.Process.Pid)...)
	}
	for _, one := range m.list {
		etcd = append(etcd, one.run.Process.Pid)
	}
	before := []float64{processor(own), processor(adapters), processor(etcd)}
	times := make([]time.Duration, to-from)
	next := make(chan int)
	var calling sync.WaitGroup
	began := time.Now()
	for range 16 {
		calling.Go(func() {
			for n := range next {
				on := overHTTP{base: servers[n%len(servers)].URL, client: client}
				start := time.Now()
				_, err := on.do(b.Context(), http.MethodPost, "/v1/environment-requests", strings.Replace(body, "app-1", fmt.Sprintf("app-%d", n+1000), 1), n)
				times[n-from] = time.Since(start)
				if err != nil {
					b.Error(err)
				}
			}
		})
	}
	for n := from; n < to; n++ {
		next <- n
	}
	close(next)
	calling.Wait()
	took := time.Since(began).Seconds()
	slices.Sort(times)
	calls := float64(len(times))
	return load{
		rate: calls / took, median: times[len(times)/2].Round(10 * time.Microsecond), slow: times[len(times)*99/100].Round(10 * time.Microsecond),
		server: (processor(own) - before[0]) / calls, adapter: (processor(adapters) - before[1]) / calls, etcd: (processor(etcd) - before[2]) / calls,
	}
}

// processor returns the processor time of processes, in µs.
func processor(pids []int) (used float64) {
	for _, pid := range pids {
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		if len(fields) < 13 {
			continue
		}
		for _, ticks := range fields[11:13] { // user and system, in hundredths of a second
			n, _ := strconv.ParseFloat(ticks, 64)
			used += n * 10_000
		}
	}
	return used
}
