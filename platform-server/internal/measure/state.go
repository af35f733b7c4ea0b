package measure

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
)

// State is a collector that is read at each scrape: what is stored, the limits of the store, and the state of adapters.
type State struct {
	// Counts returns the counts of what is stored. It fails if the store does not answer.
	Counts func(context.Context) (service.Counts, error)
	// Adapters returns the activity of every adapter.
	Adapters func() []adapterhost.Activity
}

// scrapeTime bounds how long a scrape waits for the store: Prometheus waits for 10 s.
const scrapeTime = 2 * time.Second

var (
	storeUpMetric = prometheus.NewDesc("platform_store_up",
		"1 where the store answered this scrape. Where it is 0, the figures of what is stored are absent.", nil, nil)
	usedMetric = prometheus.NewDesc("platform_store_used",
		"What is stored, by kind and unit.", []string{"kind", "unit"}, nil)
	limitMetric = prometheus.NewDesc("platform_store_limit",
		"What can be stored, by kind and unit.", []string{"kind", "unit"}, nil)
	usedRatioMetric = prometheus.NewDesc("platform_store_used_ratio",
		"The part of the store's limits that is used, of the one that is met first: at 1 nothing new is stored.", nil, nil)
	adapterStateMetric = prometheus.NewDesc(
		"platform_adapter_state",
		"1 for what the adapter's process does; a stopped one is started by the next call, a paused one failed too often to be.",
		[]string{"provider", "state"},
		nil,
	)
	adapterStartsMetric = prometheus.NewDesc("platform_adapter_starts_total",
		"Starts of the adapter's process, by result.", []string{"provider", "result"}, nil)
	adapterExitsMetric = prometheus.NewDesc(
		"platform_adapter_exits_total",
		"Processes of the adapter that ended, by reason: ended is by this server itself.",
		[]string{"provider", "reason"},
		nil,
	)
)

// Describe sends no descriptor: which series there are depends on the store and the adapters.
func (State) Describe(chan<- *prometheus.Desc) {}

// Collect sends every series.
func (s State) Collect(out chan<- prometheus.Metric) {
	s.collectStore(out)
	for _, a := range s.Adapters() {
		collectAdapter(out, a)
	}
}

func (s State) collectStore(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	counts, err := s.Counts(ctx)
	send(out, storeUpMetric, isOne(err == nil))
	if err != nil {
		return
	}
	Counts(counts).Collect(out)
	usages := map[string]store.Usage{
		"records":   counts.RecordUsage,
		"proposals": counts.ProposalUsage,
		"database":  counts.DatabaseUsage,
	}
	for kind, u := range usages {
		for unit, n := range map[string][2]int{"entries": {u.Entries, u.MaxEntries}, "bytes": {u.Bytes, u.MaxBytes},
			"keys": {u.Keys, u.MaxKeys}} {
			if n[1] == 0 { // a database has bytes only, and those only if its quota is known
				continue
			}
			send(out, usedMetric, n[0], kind, unit)
			send(out, limitMetric, n[1], kind, unit)
		}
	}
	out <- prometheus.MustNewConstMetric(usedRatioMetric, prometheus.GaugeValue, counts.Used())
}

func collectAdapter(out chan<- prometheus.Metric, a adapterhost.Activity) {
	count := func(d *prometheus.Desc, n int, label string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n), a.ID, label)
	}
	for _, state := range adapterhost.States() {
		send(out, adapterStateMetric, isOne(state == a.State), a.ID, string(state))
	}
	count(adapterStartsMetric, a.Starts, "done")
	count(adapterStartsMetric, a.FailedStarts, "failed")
	for _, reason := range adapterhost.ExitReasons() {
		count(adapterExitsMetric, a.Exits[reason], string(reason))
	}
}

func send(out chan<- prometheus.Metric, d *prometheus.Desc, n int, labels ...string) {
	out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), labels...)
}
