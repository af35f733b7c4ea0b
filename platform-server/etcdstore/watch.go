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
	// watchTime is how long a server waits until it asks etcd again whether it answers, and how much it holds.
	watchTime = 5 * time.Second
	// nearlyFull is the part of the quota from which an operator is warned.
	nearlyFull = 0.8
	// oldestMajor and oldestMinor are the oldest release of etcd that the store is made for.
	oldestMajor, oldestMinor = 3, 5
)

// watch loads the log. It says in the log of the server when etcd is away, there again, altered or nearly full, each
// once, and which members are too old, until ctx ends.
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

// watcher is what the log of the server was told of etcd.
type watcher struct {
	*Store
	logger *slog.Logger
	known  problem.Code // why etcd is away; "" while it is there
	nearly bool         // full, or nearly so
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
			w.logger.WarnContext(ctx, fmt.Sprintf("this member of etcd is older than the store supports; upgrade it to etcd %d.%d or later", oldestMajor, oldestMinor),
				"member", endpoint, "version", status.Version)
		}
	}
	usage := w.databaseUsage()
	nearly := usage.Used() >= nearlyFull
	if nearly && !w.nearly {
		w.logger.WarnContext(ctx, "the store in etcd is full or nearly full: raise etcd's --quota-backend-bytes, or compact and defragment it",
			"MiB", usage.Bytes>>20, "quota MiB", usage.MaxBytes>>20)
	}
	w.nearly = nearly
}

// awayMessage is what the log says of a store that cannot be used.
func awayMessage(code problem.Code) string {
	if code == problem.StoreAltered {
		return "the store in etcd is not as it was written"
	}
	return "the store in etcd does not answer"
}

// logReady says that the store can be used, and what it has.
func (s *Store) logReady(ctx context.Context, logger *slog.Logger) {
	_ = s.log.known(func(x *store.Index) error {
		logger.InfoContext(ctx, "the store in etcd answers", "records", x.RecordUsage.Entries, "proposals", x.ProposalUsage.Entries)
		return nil
	})
}

// measure asks every member for its status, and keeps the usage of the one that is nearest to its quota. It returns the
// status of those that answer, by endpoint; if none does, the usage stays. etcd says its quota from 3.6 on, and in each release that it was reached:
// then it stores nothing more, for anybody.
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
