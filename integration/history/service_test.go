package history_test

import (
	"context"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
	providera "platform.internal/provider-a"
)

// unsteady is the adapter of provider_a, which takes its time, fails and panics, at
// random.
type unsteady struct {
	adapter.Adapter
	mu     sync.Mutex
	random *rand.Rand
}

const slowest = 8 * time.Millisecond

func (u *unsteady) delay() error {
	u.mu.Lock()
	pause, luck := time.Duration(u.random.Int64N(int64(slowest))), u.random.IntN(20)
	u.mu.Unlock()
	time.Sleep(pause)
	switch {
	case luck == 0:
		panic("at random")
	case luck < 8:
		return problem.New(problem.AdapterUnavailable, "at random")
	}
	return nil
}

func (u *unsteady) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	if err := u.delay(); err != nil {
		return adapter.Evaluation{}, err
	}
	return u.Adapter.Evaluate(ctx, in)
}

func (u *unsteady) Generate(ctx context.Context, in adapter.Input) (adapter.Generation, error) {
	if err := u.delay(); err != nil {
		return adapter.Generation{}, err
	}
	return u.Adapter.Generate(ctx, in)
}

func newService(t testing.TB, impl adapter.Adapter, maxRecords int) *service.Service {
	t.Helper()
	return newServiceOn(t, impl, store.NewMemory(maxRecords))
}

func newServiceOn(t testing.TB, impl adapter.Adapter, kept store.Store) *service.Service {
	t.Helper()
	data, err := os.ReadFile(examples + "profile.yaml")
	require.NoError(t, err)
	return providers.Installed(t, service.Options{
		Adapters: providers.Catalog{"provider_a": impl}, Now: time.Now, Store: kept,
	}, string(data))
}

// inProcess is a service object.
type inProcess struct {
	*service.Service
	payloads
}

func (p inProcess) call(ctx context.Context, c call) (a answer, err error) {
	key := store.Key(rune('a' + c.key))
	switch c.kind {
	case submit:
		submitted, err := p.Submit(ctx, key, p.requests[c.payload])
		return p.record(submitted.Record, err)
	case propose:
		return p.proposal(p.Propose(ctx, key, p.requestIDs[c.payload]))
	case record:
		return p.record(p.Record(ctx, p.requestIDs[c.payload]))
	case proposal:
		return p.proposal(p.Proposal(ctx, p.proposalIDs[c.payload]))
	case records:
		return p.listRecords(ctx, c.list)
	case proposals:
		return p.listProposals(ctx, c.list)
	case environments:
		list, err := p.Environments(ctx, store.EnvironmentFilter{}, store.Page{Order: store.Newest})
		return p.environmentList(list), err
	case freeRange:
		free, err := p.FreeRange(ctx, pool, networkLength)
		return freeNetwork(free), err
	case counts:
		f, err := p.Counts(ctx)
		if err != nil {
			return a, err
		}
		a.figures = figures{f.Requests[request.Accepted], f.Requests[request.Denied], f.Violations[deniedBy], f.Proposals}
	}
	return a, err
}

func (p inProcess) record(r *store.Record, err error) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	return one(r.JSON(), p.byRequest), nil
}

func (p inProcess) proposal(made *store.Proposal, err error) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	return one(made.JSON(), p.byProposal), nil
}

func (p inProcess) listRecords(ctx context.Context, l list) (answer, error) {
	var filter store.RecordFilter
	if l.denied {
		filter.Decision = request.Denied
	}
	if l.of > 0 {
		filter.Owner = p.requests[l.of].Owner
	}
	list, err := p.Records(ctx, filter, l.page(p.requestIDs))
	var ids []string
	for _, r := range list.Items {
		ids = append(ids, r.RequestID)
	}
	return listed(l, ids, p.byRequest, list.Next, list.Previous), err
}

func (p inProcess) listProposals(ctx context.Context, l list) (answer, error) {
	list, err := p.Proposals(ctx, store.ProposalFilter{RequestID: p.requestIDs[l.of]}, l.page(p.proposalIDs))
	var ids []string
	for _, made := range list.Items {
		ids = append(ids, made.ProposalID)
	}
	return listed(l, ids, p.byProposal, list.Next, list.Previous), err
}

func (l list) page(ids []string) store.Page {
	page := store.Page{Limit: l.limit, After: ids[l.after], Before: ids[l.before]}
	if l.newest {
		page.Order = store.Newest
	}
	return page
}

// TestTheService records histories of the service object, in time that does not
// pass by itself: clients and adapter sleep, and nothing takes longer than that.
func TestTheService(t *testing.T) {
	histories := 60
	if testing.Short() {
		histories = 20
	}
	const number, keys = 5, 9
	all := thePayloads(t, number)
	var operations, failed, left int
	list := seeds(histories)
	t.Logf("seeds from %d", list[0])
	for _, seed := range list {
		maxRecords := 2 + int(seed%5) // of five, which some do not reach
		p := plan{seed: seed, clients: 6, calls: 10, keys: keys, payloads: number, pause: slowest / 2, timeout: slowest, leaves: 0.15, settle: 2 * slowest}
		var r *recorder
		synctest.Test(t, func(t *testing.T) {
			impl := &unsteady{Adapter: providera.New(), random: rand.New(rand.NewPCG(seed, 0))}
			r = p.run(t, inProcess{newService(t, impl, maxRecords), all})
		})
		r.check(t, seed, model(keys, maxRecords, r.operations))
		operations += len(r.operations)
		failed += r.failed
		left += r.left()
	}
	t.Logf("%d histories, %d operations checked, %d left; %d calls failed", len(list), operations, left, failed)
}
