package etcdstore

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"

	"platform.internal/platform-core/store"
)

const (
	// recentTime is the maximum age of cached usage, if much capacity is left.
	recentTime = time.Second
	// segmentSize is the approximate number of entries in one segment of the log. etcd searches one segment for new ones.
	segmentSize = 128
	// segmentsAtOnce is how many segments one call reads, at the start and after a time without a read.
	segmentsAtOnce = 16
)

// log keeps the index of what the log in etcd has.
type log struct {
	*connection
	keys layout

	mu       sync.RWMutex
	index    *store.Index
	digests  map[string]map[string][sha256.Size]byte // of the values of entries, by kind and ID of the request
	revision int64                                   // of the newest entry in the index
	last     mark
	from     int // the first segment that may have more
	// segment is the last known segment that is written to. size entries of it were read, and this service wrote written
	// more since.
	segment, size, written int
	readAt                 time.Time // when the index last had all of the log

	rounds sync.Mutex
	// running is the current read of the log, and next the one after it. A new caller needs a read that begins later, so
	// it waits for next.
	running, next *round
}

// round is one read of the log, for all callers that ask before it begins. err is set when done is closed.
type round struct {
	done chan struct{}
	err  error
}

// mark is the newest key that this service has found or put, and its revision. Such keys do not change. Only a store that
// was restored lacks it.
type mark struct {
	key      string
	revision int64
}

func (m mark) isThere() clientv3.Cmp {
	return clientv3.Compare(clientv3.ModRevision(m.key), "=", m.revision)
}

func newLog(c *connection, keys layout, maxRecords int) *log {
	return &log{
		connection: c,
		keys:       keys,
		index:      store.NewIndex(maxRecords),
		last:       mark{key: keys.log(0)}, // no key of the store
		digests:    map[string]map[string][sha256.Size]byte{recordKind: {}, proposalKind: {}},
	}
}

// read calls use with an index that has all that was committed before the call.
func (l *log) read(ctx context.Context, use func(*store.Index) error) error {
	if err := l.follow(ctx); err != nil {
		return err
	}
	return l.known(use)
}

// known calls use with the index as it is.
func (l *log) known(use func(*store.Index) error) error {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return use(l.index)
}

// digest returns the digest of an entry's value that the log lists, as far as the index has the log.
func (l *log) digest(kind, requestID string) (digest string, ok bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	binary, ok := l.digests[kind][requestID]
	return hex.EncodeToString(binary[:]), ok
}

// isRecent reports whether the index had all of the log a moment ago.
func (l *log) isRecent() bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return time.Since(l.readAt) < recentTime
}

// position returns where the next entry is written, the segment that is current, and what the store has to have.
func (l *log) position() (next, current int, last mark) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.size+l.written >= segmentSize {
		return l.segment + 1, l.segment, l.last
	}
	return l.segment, l.segment, l.last
}

// wrote counts an entry that this service has put into a segment.
func (l *log) wrote(segment int, put mark) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.knows(put)
	switch {
	case segment == l.segment:
		l.written++
	case segment > l.segment:
		l.segment, l.size, l.written = segment, 0, 1
	}
}

// knows keeps the newer mark, with the lock held.
func (l *log) knows(m mark) {
	if m.revision > l.last.revision {
		l.last = m
	}
}

// loaded reports whether the whole log was read once.
func (l *log) loaded() bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return !l.readAt.IsZero()
}

// follow waits for a read of the log that began after the call. It waits a little longer than a call of etcd may take,
// whose error says why it failed.
func (l *log) follow(ctx context.Context) error {
	bounded, cancel := context.WithTimeout(ctx, callTime+time.Second)
	defer cancel()
	err := l.wait(bounded)
	if errors.Is(err, context.DeadlineExceeded) {
		err = unavailable(ctx, err)
	}
	return err
}

// wait waits for a read of the log that began after the call. The first read can take minutes.
func (l *log) wait(ctx context.Context) error {
	l.rounds.Lock()
	r := &round{done: make(chan struct{})}
	switch {
	case l.running == nil:
		l.running = r
		go l.run(context.WithoutCancel(ctx), r)
	case l.next == nil:
		l.next = r
	default:
		r = l.next
	}
	l.rounds.Unlock()
	select {
	case <-r.done:
		return r.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run reads the log while callers ask for it. If a read fails, it also fails for the callers that wait for the next
// one.
func (l *log) run(ctx context.Context, r *round) {
	for r != nil {
		r.err = l.catchUp(ctx)
		l.rounds.Lock()
		next := l.next
		if l.next = nil; next != nil && r.err != nil {
			next.err = r.err
			close(next.done)
			next = nil
		}
		close(r.done)
		r, l.running = next, next
		l.rounds.Unlock()
	}
}

// catchUp adds to the index what the log has and the index does not, some segments at a time.
func (l *log) catchUp(ctx context.Context) error {
	for {
		whole, err := l.readOn(ctx)
		if whole || err != nil {
			return err
		}
	}
}

// readOn reads the next segments, and reports whether these were the last. Entries in later segments came after all of
// these, so a partial read is a consistent one.
func (l *log) readOn(ctx context.Context) (whole bool, err error) {
	l.mu.RLock()
	from, revision, last := l.from, l.revision, l.last
	l.mu.RUnlock()
	to := from + segmentsAtOnce
	answer, err := l.try(ctx, writeTime, func(t clientv3.Txn) clientv3.Txn {
		return t.If(last.isThere()).Then(clientv3.OpGet(l.keys.segment()),
			clientv3.OpGet(l.keys.log(from), clientv3.WithRange(l.keys.log(to)), clientv3.WithMinModRev(revision+1)))
	})
	if err != nil {
		return false, err
	}
	if !answer.Succeeded {
		return false, l.restored()
	}
	segment, err := l.current(answer.Responses[0].GetResponseRange().Kvs)
	if err != nil {
		return false, err
	}
	if whole = segment < to; whole {
		to = segment
	}
	return whole, l.add(answer.Responses[1].GetResponseRange().Kvs, segment, to, whole)
}

// current returns the number of the segment that is written to.
func (l *log) current(kvs []*mvccpb.KeyValue) (int, error) {
	if len(kvs) == 0 {
		return 0, nil // nothing is installed yet
	}
	value, err := l.keys.open(kvs[0])
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(string(value.content))
	if err != nil || n < 0 || !bytes.Equal(number(n), value.content) {
		return 0, altered(l.keys.segment(), "is not a number")
	}
	return n, nil
}

// add adds entries of the log to the index. segment is the one that is written to; from is the first segment that may
// have more. whole reports that the index has all of the log.
func (l *log) add(kvs []*mvccpb.KeyValue, segment, from int, whole bool) error {
	slices.SortFunc(kvs, func(a, b *mvccpb.KeyValue) int { return cmp.Compare(a.ModRevision, b.ModRevision) })
	added := make([]func(*log) bool, len(kvs))
	size := 0
	for i, kv := range kvs {
		in, kind, ok := l.keys.parseLogged(string(kv.Key))
		if !ok || in > segment {
			return altered(string(kv.Key), "is outside the written part of the log")
		}
		if in == segment {
			size++
		}
		value, err := l.keys.open(kv)
		if err != nil {
			return err
		}
		if added[i], err = parseEntry(kind, value.content); err != nil {
			return altered(value.key, "cannot be read: %v", err)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.addAll(kvs, added); err != nil {
		return err
	}
	l.from, l.written = from, 0
	if whole {
		l.readAt = time.Now()
	}
	switch {
	case segment == l.segment:
		l.size += size
	case segment > l.segment:
		l.segment, l.size = segment, size
	}
	return nil
}

// addAll adds entries to the index, with the lock held.
func (l *log) addAll(kvs []*mvccpb.KeyValue, added []func(*log) bool) error {
	for i, add := range added {
		if kvs[i].ModRevision > l.revision && !add(l) {
			return altered(string(kvs[i].Key), "is listed twice, or before the entry that it belongs to")
		}
		l.revision = max(l.revision, kvs[i].ModRevision)
		l.knows(mark{string(kvs[i].Key), kvs[i].ModRevision})
	}
	return nil
}

// parseEntry returns what adds an entry of the log to the index, with the lock held.
func parseEntry(kind string, content []byte) (func(*log) bool, error) {
	kind, isKey := strings.CutPrefix(kind, boundKeys)
	addKey := func(l *log) bool {
		usage(l.index, kind).AddKey()
		return true
	}
	switch {
	case kind != recordKind && kind != proposalKind:
		return nil, errors.New("has an unknown kind")
	case isKey:
		return addKey, nil
	}
	var h header
	if err := json.Unmarshal(content, &h); err != nil {
		return nil, err
	}
	digest, err := hex.DecodeString(h.Digest)
	if err != nil || len(digest) != sha256.Size {
		return nil, errors.New("has no digest of what it lists")
	}
	if kind == recordKind && !h.Summary.NetworkCIDR.Addr().Is4() {
		return nil, errors.New("has no network")
	}
	return func(l *log) bool {
		var added bool
		requestID := h.RequestID
		if kind == recordKind {
			added, requestID = l.index.AddRecord(h.record()), h.Summary.RequestID
		} else {
			added = l.index.AddProposal(h.proposal())
		}
		if added {
			l.digests[kind][requestID] = [sha256.Size]byte(digest)
			addKey(l)
		}
		return added
	}, nil
}

// usage returns the usage of a kind of entries.
func usage(x *store.Index, kind string) *store.Usage {
	if kind == recordKind {
		return &x.RecordUsage
	}
	return &x.ProposalUsage
}

// number returns a number as it is stored.
func number(n int) []byte { return strconv.AppendInt(nil, int64(n), 10) }
