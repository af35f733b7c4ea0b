package measure

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// measured is a store whose calls are counted.
type measured struct {
	store.Store
	full     func(error) // logs the first time that there is no capacity
	duration *prometheus.HistogramVec
	errors   *prometheus.CounterVec
}

// storeDurations are the buckets of a call's duration, in seconds: memory takes
// microseconds, etcd milliseconds, and a call ends after 5 s.
var storeDurations = []float64{.00001, .0001, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5}

// Store returns a store that counts its calls, and the collectors. It logs a warning once, when the store is full.
func Store(s store.Store, logger *slog.Logger) (store.Store, []prometheus.Collector) {
	var once sync.Once
	full := func(err error) {
		once.Do(func() { logger.Warn("the store is full", "detail", problem.From(err).Detail) })
	}
	m := measured{s, full, prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "platform_store_call_duration_seconds", Help: "Duration of the calls of the store, by operation.",
		Buckets: storeDurations,
	}, []string{"operation"}), prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "platform_store_call_errors_total", Help: "Calls of the store that failed, by operation and problem code.",
	}, []string{"operation", "code"})}
	return m, []prometheus.Collector{m.duration, m.errors}
}

// measure starts a call, and returns the function that counts it with its error. A key that is used again is the
// caller's fault, and a caller who left is no fault. A full store counts: so etcd's quota shows even if no member
// reports it.
func (m measured) measure(ctx context.Context, operation string) func(err *error) {
	start := time.Now()
	return func(err *error) {
		m.duration.WithLabelValues(operation).Observe(time.Since(start).Seconds())
		if *err == nil || errors.Is(ctx.Err(), context.Canceled) {
			return
		}
		code := problem.From(*err).Code
		if code == problem.CapacityExhausted {
			m.full(*err)
		}
		if code != problem.IdempotencyKeyReused {
			m.errors.WithLabelValues(operation, string(code)).Inc()
		}
	}
}

func (m measured) Install(
	ctx context.Context,
	in store.InstalledProfile,
) (current store.InstalledProfile, created bool, err error) {
	defer m.measure(ctx, "install")(&err)
	return m.Store.Install(ctx, in)
}

func (m measured) Installation(ctx context.Context) (in store.InstalledProfile, found bool, err error) {
	defer m.measure(ctx, "installation")(&err)
	return m.Store.Installation(ctx)
}

func (m measured) ListRecords(
	ctx context.Context,
	filter store.RecordFilter,
	page store.Page,
) (list wire.List[store.RecordSummary], err error) {
	defer m.measure(ctx, "list_records")(&err)
	return m.Store.ListRecords(ctx, filter, page)
}

func (m measured) ListProposals(
	ctx context.Context,
	filter store.ProposalFilter,
	page store.Page,
) (list wire.List[store.ProposalSummary], err error) {
	defer m.measure(ctx, "list_proposals")(&err)
	return m.Store.ListProposals(ctx, filter, page)
}

func (m measured) ListEnvironments(
	ctx context.Context,
	filter store.EnvironmentFilter,
	page store.Page,
) (list wire.List[wire.Environment], err error) {
	defer m.measure(ctx, "list_environments")(&err)
	return m.Store.ListEnvironments(ctx, filter, page)
}

func (m measured) Networks(ctx context.Context) (networks []portfolio.Network, err error) {
	defer m.measure(ctx, "networks")(&err)
	return m.Store.Networks(ctx)
}

func (m measured) Records() store.Entries[*store.Record] {
	return entries[*store.Record]{m.Store.Records(), m, "_record"}
}

func (m measured) Proposals() store.Entries[*store.Proposal] {
	return entries[*store.Proposal]{m.Store.Proposals(), m, "_proposal"}
}

// entries are the entries of one kind, with their calls counted.
type entries[T any] struct {
	store.Entries[T]
	of   measured
	kind string
}

func (e entries[T]) Bind(ctx context.Context, key store.Key, payload string) (entry T, found bool, err error) {
	defer e.of.measure(ctx, "find"+e.kind)(&err)
	return e.Entries.Bind(ctx, key, payload)
}

func (e entries[T]) Capacity(ctx context.Context) error {
	err := e.Entries.Capacity(ctx)
	if err != nil && problem.From(err).Code == problem.CapacityExhausted {
		e.of.full(err)
	}
	return err
}

func (e entries[T]) Commit(ctx context.Context, key store.Key, entry T) (canonical T, err error) {
	defer e.of.measure(ctx, "commit"+e.kind)(&err)
	return e.Entries.Commit(ctx, key, entry)
}

func (e entries[T]) Get(ctx context.Context, ids ...string) (found []T, err error) {
	defer e.of.measure(ctx, "get"+e.kind)(&err)
	return e.Entries.Get(ctx, ids...)
}
