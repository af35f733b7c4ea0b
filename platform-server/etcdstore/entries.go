package etcdstore

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/store"
)

// entries is a store.Entries in etcd.
type entries[T any] struct {
	*Store
	codec[T]
	cache *lru.Cache[string, T] // by the ID of the request; entries never change
}

func newEntries[T any](s *Store, c codec[T]) (*entries[T], error) {
	cache, err := lru.New[string, T](cachedEntries)
	return &entries[T]{s, c, cache}, err
}

// Bind implements store.Entries.
func (e *entries[T]) Bind(ctx context.Context, key store.Key, payload string) (entry T, found bool, err error) {
	requestID := e.requestOf(payload)
	answer, err := e.read(ctx, clientv3.OpGet(e.keys.key(e.kind, key)), clientv3.OpGet(e.keys.entry(e.kind, requestID)))
	if err != nil {
		return entry, false, err
	}
	values, err := e.keys.openAll(answer, 2)
	if err != nil {
		return entry, false, err
	}
	bound, stored := values[0], values[1]
	if bound != nil && string(bound.content) != payload {
		return entry, false, store.ErrKeyReused
	}
	if stored == nil {
		return entry, false, nil
	}
	if entry, err = e.decoded(ctx, requestID, payload, stored); err != nil || bound != nil {
		return entry, err == nil, err
	}
	return entry, true, e.bind(ctx, key, payload)
}

// bind binds a new key to a payload that has an entry.
func (e *entries[T]) bind(ctx context.Context, key store.Key, payload string) error {
	if err := e.log.read(ctx, func(x *store.Index) error { return usage(x, e.kind).CapacityForKey() }); err != nil {
		return err
	}
	place := e.keys.key(e.kind, key)
	for range maxTries {
		values, err := e.write(ctx, []clientv3.Cmp{absent(place)}, func(segment int) []clientv3.Op {
			return []clientv3.Op{
				e.keys.put(place, []byte(payload)),
				e.keys.put(e.keys.logged(segment, boundKeys+e.kind, string(key)), nil),
			}
		}, clientv3.OpGet(place))
		if err != nil || values == nil {
			return err
		}
		if bound := values[0]; bound != nil {
			if string(bound.content) != payload {
				return store.ErrKeyReused
			}
			return nil
		}
	}
	return e.outdone()
}

// maxTries bounds the attempts of a write. An attempt fails if another service changed the segment of the log first.
const maxTries = 50

func (e *entries[T]) outdone() error {
	return altered(e.keys.segment(), "changed between read and write %d times in a row", maxTries)
}

func absent(key string) clientv3.Cmp { return clientv3.Compare(clientv3.CreateRevision(key), "=", 0) }

// write puts new keys if all conditions in while hold. It returns nil if it did. Otherwise it returns the values of
// reads at that time, and updates the index.
func (e *entries[T]) write(
	ctx context.Context, while []clientv3.Cmp, puts func(segment int) []clientv3.Op, reads ...clientv3.Op,
) ([]*sealed, error) {
	installed, err := e.installation(ctx)
	if err != nil {
		return nil, err
	}
	var revision int64 // of an absent key
	if installed != nil {
		revision = installed.revision
	}
	next, current, last := e.log.position()
	while = append([]clientv3.Cmp{
		last.isThere(),
		clientv3.Compare(clientv3.ModRevision(e.keys.installation()), "=", revision),
		clientv3.Compare(clientv3.Value(e.keys.segment()), "=", e.keys.seal(e.keys.segment(), number(current))),
	}, while...)
	ops := puts(next)
	if next != current {
		ops = append(ops, e.keys.put(e.keys.segment(), number(next)))
	}
	look := append(reads, clientv3.OpGet(e.keys.installation(), clientv3.WithKeysOnly()))
	answer, err := e.Store.write(
		ctx,
		func(t clientv3.Txn) clientv3.Txn { return t.If(while...).Then(ops...).Else(look...) },
	)
	if err != nil {
		return nil, err
	}
	if answer.Succeeded {
		e.log.wrote(next, mark{string(ops[0].KeyBytes()), answer.Header.Revision})
		return nil, nil
	}
	now := answer.Responses[len(reads)].GetResponseRange().Kvs
	if len(now) == 0 || now[0].ModRevision != revision {
		return nil, altered(
			e.keys.installation(),
			"is no longer the installation that this server started with; start the server again",
		)
	}
	values, err := e.keys.openAll(answer, len(reads))
	if err != nil {
		return nil, err
	}
	return values, e.log.follow(ctx)
}

// muchLeft is a safety margin: all services together commit fewer entries within [recentTime].
const muchLeft = 2000

// Capacity is store.Entries.Capacity. It does not read the log if much capacity is left. It asks a full database again
// at each call, so that new space is used at once.
func (e *entries[T]) Capacity(ctx context.Context) error {
	if e.isFull() {
		if e.measure(ctx); e.isFull() {
			return full(rpctypes.ErrNoSpace)
		}
	}
	var much bool
	_ = e.log.known(func(x *store.Index) error {
		much = usage(x, e.kind).Left(muchLeft)
		return nil
	})
	if much && e.log.isRecent() {
		return nil
	}
	return e.log.read(ctx, func(x *store.Index) error { return usage(x, e.kind).CapacityForEntry() })
}

// Commit is store.Entries.Commit.
func (e *entries[T]) Commit(ctx context.Context, key store.Key, entry T) (canonical T, err error) {
	id, requestID, payload := e.identify(entry)
	var p pieces
	header := e.encode(entry, &p)
	content, err := p.content(header)
	if err != nil {
		return canonical, err
	}
	keyPlace, place := e.keys.key(e.kind, key), e.keys.entry(e.kind, requestID)
	logged, err := json.Marshal(header.logged(e.keys.digest(place, content)))
	if err != nil {
		return canonical, err
	}
	if err := e.putTexts(ctx, p.texts); err != nil {
		return canonical, err
	}
	for range maxTries {
		// At each attempt, since other services may have used the capacity.
		if err := e.log.known(func(x *store.Index) error { return usage(x, e.kind).CapacityForEntry() }); err != nil {
			return e.full(ctx, key, payload, err)
		}
		values, err := e.write(ctx, []clientv3.Cmp{absent(place), absent(keyPlace)}, func(segment int) []clientv3.Op {
			return []clientv3.Op{
				e.keys.put(place, content), e.keys.put(keyPlace, []byte(payload)),
				e.keys.put(e.keys.logged(segment, e.kind, id), logged),
			}
		}, clientv3.OpGet(keyPlace), clientv3.OpGet(place))
		if err != nil {
			return canonical, err
		}
		if values == nil {
			e.remember(requestID, entry, header)
			return entry, nil
		}
		bound, stored := values[0], values[1]
		switch {
		case bound != nil && string(bound.content) != payload:
			return canonical, store.ErrKeyReused
		case stored != nil && bound != nil:
			return e.decoded(ctx, requestID, payload, stored)
		case bound != nil:
			return canonical, altered(keyPlace, "is bound to an entry that does not exist")
		case stored != nil:
			if err := e.bind(ctx, key, payload); err != nil {
				return canonical, err
			}
			return e.decoded(ctx, requestID, payload, stored)
		}
	}
	return canonical, e.outdone()
}

// full returns the entry of a payload if it exists by now and needs no capacity, or else the error exhausted.
func (e *entries[T]) full(ctx context.Context, key store.Key, payload string, exhausted error) (entry T, err error) {
	entry, found, err := e.Bind(ctx, key, payload)
	if !found && err == nil {
		err = exhausted
	}
	return entry, err
}

// putTexts puts the texts of an entry that may be missing. A text is named by its digest, so it may be put more than
// once and by any service.
func (e *entries[T]) putTexts(ctx context.Context, texts []text) error {
	for _, own := range texts {
		if e.texts.Contains(own.digest) {
			continue
		}
		_, err := e.Store.write(ctx, func(t clientv3.Txn) clientv3.Txn {
			return t.If(absent(e.keys.text(own.digest))).Then(e.keys.put(e.keys.text(own.digest), own.packed))
		})
		if err != nil {
			return err
		}
		if own.common {
			e.texts.Add(own.digest, own.plain)
		}
	}
	return nil
}

// getsAtOnce is how many entries one transaction reads; etcd takes 128.
const getsAtOnce = 64

// Get is store.Entries.Get.
func (e *entries[T]) Get(ctx context.Context, ids ...string) ([]T, error) {
	found := make([]T, 0, len(ids))
	for some := range slices.Chunk(ids, getsAtOnce) {
		entries, err := e.get(ctx, some)
		if err != nil {
			return nil, err
		}
		found = append(found, entries...)
	}
	return found, nil
}

// get returns the entries with few IDs.
func (e *entries[T]) get(ctx context.Context, ids []string) ([]T, error) {
	found := make([]T, len(ids))
	requests, err := e.requestsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	var wanted []int
	for i, requestID := range requests {
		if cached, ok := e.cache.Get(requestID); ok {
			found[i] = cached
		} else if requestID != "" {
			wanted = append(wanted, i)
		}
	}
	if len(wanted) == 0 {
		return found, nil
	}
	var gets []clientv3.Op
	for _, i := range wanted {
		gets = append(gets, clientv3.OpGet(e.keys.entry(e.kind, requests[i])))
	}
	answer, err := e.read(ctx, gets...)
	if err != nil {
		return nil, err
	}
	values, err := e.keys.openAll(answer, len(wanted))
	if err != nil {
		return nil, err
	}
	for n, i := range wanted {
		stored := values[n]
		if stored == nil {
			if _, isListed := e.log.digest(e.kind, requests[i]); isListed {
				return nil, altered(e.keys.entry(e.kind, requests[i]), "was deleted")
			}
			continue
		}
		if found[i], err = e.decoded(ctx, requests[i], "", stored); err != nil {
			return nil, err
		}
		if id, _, _ := e.identify(found[i]); id != ids[i] {
			return nil, altered(stored.key, "is of %s", id)
		}
	}
	return found, nil
}

// requestsOf returns the IDs of the requests of entries; empty for an entry that is not stored.
func (e *entries[T]) requestsOf(ctx context.Context, ids []string) ([]string, error) {
	requests := make([]string, len(ids))
	missing := false
	look := func(x *store.Index) error {
		missing = false
		for i, id := range ids {
			requests[i] = e.requestOfID(x, id)
			missing = missing || requests[i] == ""
		}
		return nil
	}
	err := e.log.known(look)
	if missing && err == nil {
		err = e.log.read(ctx, look)
	}
	return requests, err
}

// decoded returns the entry of a value. It fails if the entry has another payload; an empty payload accepts any.
func (e *entries[T]) decoded(ctx context.Context, requestID, payload string, stored *sealed) (entry T, err error) {
	if cached, ok := e.cache.Get(requestID); ok {
		return cached, nil
	}
	listed, isListed := e.log.digest(e.kind, requestID)
	if isListed && listed != stored.digest {
		return entry, altered(stored.key, "does not match the digest in the log")
	}
	var h header
	inline, err := split(stored.content, &h)
	if err == nil {
		err = checkSizes(h.Pieces, h.Size+h.SummarySize, e.maxSize)
	}
	if err != nil {
		return entry, altered(stored.key, "%v", err)
	}
	_, own, found := e.identify(e.entry(h, nil))
	if payload != "" && found != payload || e.requestOf(found) != requestID {
		return entry, altered(stored.key, "is of %s", found)
	}
	if own != requestID {
		return entry, altered(stored.key, "is of %s", own)
	}
	texts, err := e.readTexts(ctx, h.Pieces)
	if err != nil {
		return entry, err
	}
	parts, err := read(h.Pieces, inline, texts)
	if err != nil {
		return entry, altered(stored.key, "%v", err)
	}
	entry = e.entry(h, parts)
	if isListed {
		e.remember(requestID, entry, h)
	}
	return entry, nil
}

// remember caches an entry that the log lists, unless it is large.
func (e *entries[T]) remember(requestID string, entry T, h header) {
	if h.Size+h.SummarySize <= cachedSize {
		e.cache.Add(requestID, entry)
	}
}

// readTexts returns the texts of pieces, by digest.
func (e *entries[T]) readTexts(ctx context.Context, list []piece) (map[string][]byte, error) {
	found := map[string][]byte{}
	for _, p := range list {
		if p.Inline != 0 || found[p.SHA256] != nil {
			continue
		}
		if cached, ok := e.texts.Get(p.SHA256); ok {
			found[p.SHA256] = cached
			continue
		}
		answer, err := e.read(ctx, clientv3.OpGet(e.keys.text(p.SHA256)))
		if err != nil {
			return nil, err
		}
		values, err := e.keys.openAll(answer, 1)
		if err != nil {
			return nil, err
		}
		stored := values[0]
		if stored == nil {
			return nil, altered(e.keys.text(p.SHA256), "is not there")
		}
		text, err := unpack(stored.content, p.Size)
		if err == nil && document.Digest(text) != p.SHA256 {
			err = errors.New("has a text that does not match its SHA-256")
		}
		if err != nil {
			return nil, altered(stored.key, "%v", err)
		}
		found[p.SHA256] = text
		if p.Common {
			e.texts.Add(p.SHA256, text)
		}
	}
	return found, nil
}
