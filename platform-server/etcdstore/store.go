package etcdstore

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// Store is a store.Store in etcd.
type Store struct {
	*connection
	keys  layout
	texts *lru.Cache[string, []byte] // that are in etcd, by digest
	log   *log

	records   *entries[*store.Record]
	proposals *entries[*store.Proposal]

	installed atomic.Pointer[installed]   // it never changes
	database  atomic.Pointer[store.Usage] // as the members' status was last; nil before the first
}

// The number of entries of each kind, and of texts, in memory. An entry of more than cachedSize bytes is not cached, so
// the entries of each kind take at most 64 MiB.
const (
	cachedEntries = 128
	cachedSize    = 512 << 10
	cachedTexts   = 16
)

// New returns the store below a prefix, for at most maxRecords records; 0 is [store.DefaultMaxRecords]. Services can
// exceed the bound by the records that they commit in the same second. The caller has to close the client.
func New(client *clientv3.Client, prefix string, maxRecords int) (*Store, error) {
	texts, err := lru.New[string, []byte](cachedTexts)
	if err != nil {
		return nil, err
	}
	c := &connection{client: client}
	s := &Store{connection: c, keys: newLayout(prefix), texts: texts, log: newLog(c, newLayout(prefix), maxRecords)}
	if s.records, err = newEntries(s, recordCodec); err != nil {
		return nil, err
	}
	s.proposals, err = newEntries(s, proposalCodec)
	return s, err
}

// Times of calls. A call is repeated until its time is over: it is one read, or one idempotent transaction.
const (
	readTime  = 600 * time.Millisecond // of one attempt: a probe has time for two
	writeTime = 1500 * time.Millisecond
	callTime  = 5 * time.Second
	pauseTime = 50 * time.Millisecond
)

// read reads keys at one moment.
func (s *Store) read(ctx context.Context, gets ...clientv3.Op) (*clientv3.TxnResponse, error) {
	return s.try(ctx, readTime, func(t clientv3.Txn) clientv3.Txn { return t.Then(gets...) })
}

// write makes an idempotent transaction.
func (s *Store) write(ctx context.Context, txn func(clientv3.Txn) clientv3.Txn) (*clientv3.TxnResponse, error) {
	answer, err := s.try(ctx, writeTime, txn)
	if errors.Is(err, rpctypes.ErrNoSpace) {
		s.measure(ctx)
	}
	return answer, err
}

// connection makes calls to one cluster of etcd.
type connection struct {
	client *clientv3.Client
	// cluster is the ID of the cluster that answered first; 0 before. A cluster that was restored with another token has
	// another ID.
	cluster atomic.Uint64
}

// noCluster is the ID of no cluster.
const noCluster = 1

// try repeats a transaction until etcd answers or the time of the call is over. It fails if another cluster answers
// than before, because the memory of this store is then of no use.
func (c *connection) try(
	ctx context.Context,
	each time.Duration,
	txn func(clientv3.Txn) clientv3.Txn,
) (answer *clientv3.TxnResponse, err error) {
	bounded, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	var cause error
	for {
		// A member without a leader refuses at once.
		attempt, cancel := context.WithTimeout(clientv3.WithRequireLeader(bounded), each)
		answer, err = txn(c.client.Txn(attempt)).Commit()
		cancel()
		if err == nil && !c.cluster.CompareAndSwap(0, answer.Header.ClusterId) && c.cluster.Load() != answer.Header.ClusterId {
			return nil, c.restored()
		}
		cause = moreSpecific(cause, err)
		if err == nil || !repeatable(err) {
			return answer, unavailable(ctx, err)
		}
		select {
		case <-bounded.Done():
			return nil, unavailable(ctx, cause)
		case <-time.After(pauseTime):
		}
	}
}

// installation is the value of its key.
type installation struct {
	Profile        string `json:"profile"`
	Platform       string `json:"platform"`
	Adapter        string `json:"adapter"`
	AdapterVersion string `json:"adapter_version"`
	AdapterDigest  string `json:"adapter_digest,omitempty"`
}

// Install is store.Store.Install.
func (s *Store) Install(
	ctx context.Context,
	in store.InstalledProfile,
) (current store.InstalledProfile, created bool, err error) {
	content, err := json.Marshal(installation{string(in.Profile), in.Platform, in.Adapter, in.AdapterVersion, in.AdapterDigest})
	if err != nil {
		return current, false, err
	}
	answer, err := s.write(ctx, func(t clientv3.Txn) clientv3.Txn {
		return t.If(absent(s.keys.installation())).
			Then(s.keys.put(s.keys.installation(), content), s.keys.put(s.keys.segment(), number(0))).
			Else(clientv3.OpGet(s.keys.installation()))
	})
	switch {
	case err != nil:
		return current, false, err
	case answer.Succeeded:
		s.installed.Store(&installed{in, answer.Header.Revision})
		return in, true, nil
	}
	stored, err := s.parse(answer)
	if err != nil {
		return current, false, err
	}
	return stored.InstalledProfile, false, nil
}

// Installation is store.Store.Installation.
func (s *Store) Installation(ctx context.Context) (in store.InstalledProfile, found bool, err error) {
	stored, err := s.installation(ctx)
	if stored == nil || err != nil {
		return in, false, err
	}
	return stored.InstalledProfile, true, nil
}

// installed is an installation and its revision in etcd.
type installed struct {
	store.InstalledProfile
	revision int64
}

// installation returns the installation; nil if there is none.
func (s *Store) installation(ctx context.Context) (*installed, error) {
	if known := s.installed.Load(); known != nil {
		return known, nil
	}
	answer, err := s.read(ctx, clientv3.OpGet(s.keys.installation()))
	if err != nil {
		return nil, err
	}
	return s.parse(answer)
}

// parse returns the installation that was read; nil if the store has no installation.
func (s *Store) parse(answer *clientv3.TxnResponse) (*installed, error) {
	values, err := s.keys.openAll(answer, 1)
	if err != nil {
		return nil, err
	}
	if values[0] == nil {
		return nil, nil
	}
	var read installation
	if err := json.Unmarshal(values[0].content, &read); err != nil {
		return nil, altered(s.keys.installation(), "is not well-formed: %v", err)
	}
	stored := &installed{store.InstalledProfile{
		Profile: []byte(read.Profile), Platform: read.Platform, Adapter: read.Adapter, AdapterVersion: read.AdapterVersion,
		AdapterDigest: read.AdapterDigest,
	}, answer.Responses[0].GetResponseRange().Kvs[0].ModRevision}
	s.installed.Store(stored)
	return stored, nil
}

// Records is store.Store.Records.
func (s *Store) Records() store.Entries[*store.Record] { return s.records }

// Proposals is store.Store.Proposals.
func (s *Store) Proposals() store.Entries[*store.Proposal] { return s.proposals }

// ListRecords is store.Store.ListRecords.
func (s *Store) ListRecords(
	ctx context.Context,
	filter store.RecordFilter,
	page store.Page,
) (list wire.List[store.RecordSummary], err error) {
	err = s.log.read(ctx, func(x *store.Index) (err error) {
		list, err = x.ListRecords(filter, page)
		return err
	})
	return list, err
}

// ListProposals is store.Store.ListProposals.
func (s *Store) ListProposals(
	ctx context.Context,
	filter store.ProposalFilter,
	page store.Page,
) (list wire.List[store.ProposalSummary], err error) {
	err = s.log.read(ctx, func(x *store.Index) (err error) {
		list, err = x.ListProposals(filter, page)
		return err
	})
	return list, err
}

// ListEnvironments is store.Store.ListEnvironments.
func (s *Store) ListEnvironments(
	ctx context.Context, filter store.EnvironmentFilter, page store.Page,
) (list wire.List[wire.Environment], err error) {
	err = s.log.read(ctx, func(x *store.Index) (err error) {
		list, err = x.ListEnvironments(filter, page)
		return err
	})
	return list, err
}

// Networks is store.Store.Networks.
func (s *Store) Networks(ctx context.Context) (networks []portfolio.Network, err error) {
	err = s.log.read(ctx, func(x *store.Index) error {
		networks = x.Networks()
		return nil
	})
	return networks, err
}

// Counts is store.Store.Counts.
func (s *Store) Counts(ctx context.Context) (counts store.Counts, err error) {
	err = s.log.read(ctx, func(x *store.Index) error {
		counts = x.Counts()
		return nil
	})
	counts.DatabaseUsage = s.databaseUsage()
	return counts, err
}

// Ready is store.Store.Ready. It asks etcd, where a majority of the members has to answer. A store is not ready until
// the whole log was read once.
func (s *Store) Ready(ctx context.Context) error {
	if !s.log.loaded() {
		return s.log.follow(ctx)
	}
	_, err := s.read(ctx, clientv3.OpGet(s.keys.segment()))
	return err
}
