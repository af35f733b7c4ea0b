package etcdstore

import (
	"context"
	"log/slog"
	"time"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/store"
)

const (
	// watchTime is how often etcd is asked how much it holds, and awayTime how often while it
	// is away.
	watchTime = time.Minute
	awayTime  = 5 * time.Second
	// nearlyFull is the part of the quota, in percent, from which an operator is warned.
	nearlyFull = 80
)

// watch loads the log, and says in the log of the server when etcd is away, there again, or nearly
// full, until ctx ends.
func (s *Store) watch(ctx context.Context, endpoints []string, logger *slog.Logger) {
	there := false
	for ctx.Err() == nil {
		pause := watchTime
		err := s.log.wait(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			pause, there = awayTime, false
			logger.LogAttrs(ctx, slog.LevelError, "store", problem.From(err).Attributes()...)
		case !there:
			there = true
			_ = s.log.known(func(x *store.Index) error {
				logger.InfoContext(ctx, "store is there", "records", x.RecordUsage.Entries, "proposals", x.ProposalUsage.Entries)
				return nil
			})
		}
		if there {
			s.warnOfQuota(ctx, endpoints, logger)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// warnOfQuota warns for each member that is nearly full: beyond its quota etcd stores nothing
// more, for anybody.
func (s *Store) warnOfQuota(ctx context.Context, endpoints []string, logger *slog.Logger) {
	for _, endpoint := range endpoints {
		bounded, cancel := context.WithTimeout(ctx, readTime)
		status, err := s.client.Status(bounded, endpoint)
		cancel()
		if err != nil || status.DbSizeQuota == 0 || status.DbSize*100 < status.DbSizeQuota*nearlyFull {
			continue
		}
		logger.WarnContext(ctx, "store is nearly full: raise etcd's --quota-backend-bytes, or compact and defragment it",
			"member", endpoint, "MiB", status.DbSize>>20, "quota MiB", status.DbSizeQuota>>20)
	}
}
