package etcdstore

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"go.etcd.io/etcd/api/v3/etcdserverpb"
	clientv3 "go.etcd.io/etcd/client/v3"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/store"
)

const (
	// watchTime is the interval at which a server checks etcd.
	watchTime = 5 * time.Second
	// nearlyFull is the part of the quota at which the log warns.
	nearlyFull = 0.8
	// oldestMajor and oldestMinor are the oldest supported release of etcd.
	oldestMajor, oldestMinor = 3, 5
)

// watch reads the log of entries until ctx ends. It logs once when etcd does not answer, answers again, is altered or
// nearly full, and which members are too old.
func (s *Store) watch(ctx context.Context, logger *slog.Logger) {
	w := watcher{Store: s, logger: logger, known: "unknown", warned: map[string]bool{}}
	for ctx.Err() == nil {
		err := s.log.wait(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			w.away(ctx, problem.From(err))
		default:
			w.there(ctx)
		}
		select {
		case <-ctx.Done():
		case <-time.After(watchTime):
		}
	}
}

// watcher is the state of etcd that the server has logged.
type watcher struct {
	*Store
	logger *slog.Logger
	known  problem.Code // why etcd does not answer; "" while it answers
	nearly bool         // etcd is full or nearly full
	warned map[string]bool
}

func (w *watcher) away(ctx context.Context, p *problem.Problem) {
	if p.Code != w.known {
		w.logger.LogAttrs(ctx, slog.LevelError, awayMessage(p.Code), p.Attributes()...)
	}
	w.known = p.Code
}

func (w *watcher) there(ctx context.Context) {
	if w.known != "" {
		w.logReady(ctx, w.logger)
	}
	w.known = ""
	for endpoint, status := range w.measure(ctx) {
		if !w.warned[endpoint] && isTooOld(status.Version) {
			w.warned[endpoint] = true
			w.logger.WarnContext(
				ctx,
				fmt.Sprintf(
					"this member of etcd is older than the store supports; upgrade it to etcd %d.%d or later",
					oldestMajor,
					oldestMinor,
				),
				"member",
				endpoint,
				"version",
				status.Version,
			)
		}
	}
	usage := w.databaseUsage()
	nearly := usage.Used() >= nearlyFull
	if nearly && !w.nearly {
		w.logger.WarnContext(
			ctx,
			"the store in etcd is full or nearly full: raise etcd's --quota-backend-bytes, or compact and defragment it",
			"MiB",
			usage.Bytes>>20,
			"quota MiB",
			usage.MaxBytes>>20,
		)
	}
	w.nearly = nearly
}

// awayMessage returns the log message for a store that cannot be used.
func awayMessage(code problem.Code) string {
	if code == problem.StoreAltered {
		return "data in the etcd store was changed or damaged"
	}
	return "the store in etcd does not answer"
}

// logReady logs that the store can be used, with its counts.
func (s *Store) logReady(ctx context.Context, logger *slog.Logger) {
	_ = s.log.known(func(x *store.Index) error {
		logger.InfoContext(
			ctx,
			"the store in etcd answers",
			"records",
			x.RecordUsage.Entries,
			"proposals",
			x.ProposalUsage.Entries,
		)
		return nil
	})
}

// measure asks every member for its status, and keeps the usage of the one that is nearest to its quota. It returns
// the status of the members that answer, by endpoint. If none answers, the usage does not change. etcd reports its
// quota since 3.6, and in every release that the quota was reached. It then stores nothing more for any client.
func (s *Store) measure(ctx context.Context) map[string]*clientv3.StatusResponse {
	found := map[string]*clientv3.StatusResponse{}
	var most store.Usage
	for _, endpoint := range s.client.Endpoints() {
		bounded, cancel := context.WithTimeout(ctx, readTime)
		status, err := s.client.Status(bounded, endpoint)
		cancel()
		if err != nil {
			continue
		}
		found[endpoint] = status
		if usage := memberUsage(status); usage.Used() >= most.Used() {
			most = usage
		}
	}
	if len(found) > 0 {
		s.database.Store(&most)
	}
	return found
}

// memberUsage returns the size of a member's database, and its quota. A database that refuses more has its size for
// its quota. The usage is zero if the quota is unknown.
func memberUsage(status *clientv3.StatusResponse) store.Usage {
	size := int(max(status.DbSize, 1))
	for _, alarm := range status.Errors {
		if strings.Contains(alarm, "alarm:"+etcdserverpb.AlarmType_NOSPACE.String()) {
			return store.Usage{Bytes: size, MaxBytes: size}
		}
	}
	if status.DbSizeQuota <= 0 {
		return store.Usage{}
	}
	return store.Usage{Bytes: size, MaxBytes: int(status.DbSizeQuota)}
}

func (s *Store) databaseUsage() (usage store.Usage) {
	if known := s.database.Load(); known != nil {
		usage = *known
	}
	return usage
}

// isFull reports whether the database has reached its quota, as far as is known.
func (s *Store) isFull() bool {
	usage := s.databaseUsage()
	return usage.Used() >= 1
}

// isTooOld reports whether a release of etcd, such as "3.4.23", is one that the store is not made for.
func isTooOld(version string) bool {
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil {
		return false
	}
	return major < oldestMajor || major == oldestMajor && minor < oldestMinor
}
