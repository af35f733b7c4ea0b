package history_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
	providera "platform.internal/provider-a"
)

// planted is a store in memory with a fault, such as one of several servers could have.
type planted struct {
	*store.Memory
	commit func(ctx context.Context, own store.Entries[*store.Record], key store.Key, r *store.Record) (*store.Record, error)
	// stale lists are those of the call before.
	stale kind

	mu                 sync.Mutex
	before             wire.List[store.RecordSummary]
	environmentsBefore wire.List[wire.Environment]
}

func (p *planted) Records() store.Entries[*store.Record] {
	return plantedEntries{p.Memory.Records(), p}
}

func (p *planted) ListRecords(ctx context.Context, f store.RecordFilter, page store.Page) (wire.List[store.RecordSummary], error) {
	found, err := p.Memory.ListRecords(ctx, f, page)
	if p.stale != records || err != nil || f != (store.RecordFilter{}) || page != (store.Page{Order: store.Newest}) {
		return found, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	found, p.before = p.before, found
	return found, nil
}

func (p *planted) ListEnvironments(
	ctx context.Context, f store.EnvironmentFilter, page store.Page) (wire.List[wire.Environment], error) {
	found, err := p.Memory.ListEnvironments(ctx, f, page)
	if p.stale != environments || err != nil {
		return found, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	found, p.environmentsBefore = p.environmentsBefore, found
	return found, nil
}

type plantedEntries struct {
	store.Entries[*store.Record]
	planted *planted
}

func (e plantedEntries) Commit(ctx context.Context, key store.Key, r *store.Record) (*store.Record, error) {
	if e.planted.commit == nil {
		return e.Entries.Commit(ctx, key, r)
	}
	return e.planted.commit(ctx, e.Entries, key, r)
}

// inTwoTransactions stores a record first, and binds the key to it later.
func inTwoTransactions(ctx context.Context, own store.Entries[*store.Record], key store.Key, r *store.Record) (*store.Record, error) {
	stored, err := own.Commit(ctx, "of its own: "+key, r)
	if err != nil {
		return stored, err
	}
	time.Sleep(slowest)
	stored, _, err = own.Bind(ctx, key, r.Fingerprint)
	return stored, err
}

// twice is a commit whose answer is lost, and which is made again as if it had not happened.
func twice(ctx context.Context, own store.Entries[*store.Record], key store.Key, r *store.Record) (*store.Record, error) {
	stored, err := own.Commit(ctx, key, r)
	if err != nil || rand.IntN(4) > 0 {
		return stored, err
	}
	return nil, store.ErrKeyReused
}

// notAtAll acknowledges what it does not store.
func notAtAll(ctx context.Context, own store.Entries[*store.Record], key store.Key, r *store.Record) (*store.Record, error) {
	if rand.IntN(4) > 0 {
		return own.Commit(ctx, key, r)
	}
	return r, nil
}

// several are services on one store, called in turn.
type several struct {
	list []inProcess
	next *atomic.Int64
}

func (s several) call(ctx context.Context, c call) (answer, error) {
	return s.list[int(s.next.Add(1))%len(s.list)].call(ctx, c)
}

// TestFaultsAreFound: the check refuses histories of services on a store with a fault, and accepts
// histories of services on a correct store.
func TestFaultsAreFound(t *testing.T) {
	const number, keys, most = 5, 9, 100
	all := thePayloads(t, number)
	for name, test := range map[string]struct {
		commit func(context.Context, store.Entries[*store.Record], store.Key, *store.Record) (*store.Record, error)
		stale  kind
		found  bool
	}{
		"no fault":                        {nil, "", false},
		"commit in two transactions":      {inTwoTransactions, "", true},
		"retry that is not safe":          {twice, "", true},
		"acknowledged and not stored":     {notAtAll, "", true},
		"list of the call before":         {nil, records, true},
		"environments of the call before": {nil, environments, true},
	} {
		t.Run(name, func(t *testing.T) {
			found := 0
			for n, seed := range seeds(most) {
				p := plan{seed: seed, clients: 6, calls: 10, keys: keys, payloads: number, pause: slowest / 2, timeout: slowest, settle: 2 * slowest}
				var r *recorder
				synctest.Test(t, func(t *testing.T) {
					kept := &planted{Memory: store.NewMemory(0), commit: test.commit, stale: test.stale}
					on := several{next: &atomic.Int64{}}
					for range 3 {
						impl := &unsteady{Adapter: providera.New(), random: rand.New(rand.NewPCG(seed, 0))}
						on.list = append(on.list, inProcess{newServiceOn(t, impl, kept), all})
					}
					r = p.run(t, on)
				})
				m := model(keys, store.DefaultMaxRecords, r.operations)
				if result, info := r.explain(m); result == porcupine.Illegal {
					if !test.found {
						t.Log(r.story(m, longest(info)))
					}
					found = n + 1
					break
				}
			}
			assert.Equal(t, test.found, found > 0)
			t.Logf("%d histories at most, found in number %d", most, found)
		})
	}
}
