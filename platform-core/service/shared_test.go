package service_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// shared returns a service with its own clock, on a store that other services share.
func shared(kept store.Store, now func() time.Time) *service.Service {
	return service.New(service.Options{Adapters: catalogOf{impl: &scripted{}}, Now: now, Store: kept})
}

// TestServicesOfOneStoreAnswerAlike checks that a service finds the installation of another service, and
// returns the same answers.
func TestServicesOfOneStoreAnswerAlike(t *testing.T) {
	kept := store.NewMemory(0)
	first, second := shared(kept, clock), shared(kept, clock)
	_, err := second.Submit(t.Context(), "k", theRequest(t, "checkout"))
	require.Equal(t, problem.InstallationRequired, code(err))
	in, created, err := first.Install(t.Context(), draft(t, simulation))
	require.NoError(t, err)
	assert.True(t, created)
	found, err := second.Installation(t.Context())
	require.NoError(t, err)
	assert.Equal(t, string(in.JSON), string(found.JSON))
	_, created, err = second.Install(t.Context(), draft(t, simulation))
	require.NoError(t, err)
	assert.False(t, created)
	_, _, err = second.Install(t.Context(), draft(t, "provider: provider_t\nmode: sandbox\n"))
	assert.Equal(t, problem.InstallationLocked, code(err))

	record := submitted(t, first, "k", theRequest(t, "checkout"))
	again := submitted(t, second, "k", theRequest(t, "checkout"))
	assert.Equal(t, string(record.JSON()), string(again.JSON()))
	_, err = second.Submit(t.Context(), "k", theRequest(t, "other"))
	assert.Equal(t, problem.IdempotencyKeyReused, code(err))
	made := proposed(t, second, "p", record.RequestID)
	same, err := first.Proposal(t.Context(), made.ProposalID)
	require.NoError(t, err)
	assert.Equal(t, string(made.JSON()), string(same.JSON()))
}

// TestServicesOfOneStoreOnTwoDays checks two services whose clocks show different days. The first record
// keeps its day, and both services make the same proposal from it.
func TestServicesOfOneStoreOnTwoDays(t *testing.T) {
	kept := store.NewMemory(0)
	tomorrow := func() time.Time { return clock().Add(2 * time.Minute) }
	first, second := shared(kept, clock), shared(kept, tomorrow)
	_, _, err := first.Install(t.Context(), draft(t, simulation))
	require.NoError(t, err)
	record := submitted(t, first, "a", theRequest(t, "checkout"))
	assert.Contains(t, string(record.JSON()), `"evaluated_on": "2026-11-21"`)
	again := submitted(t, second, "b", theRequest(t, "checkout"))
	assert.Equal(t, string(record.JSON()), string(again.JSON()))
	other := submitted(t, second, "c", theRequest(t, "other"))
	assert.Contains(t, string(other.JSON()), `"evaluated_on": "2026-11-22"`)
	for _, id := range []string{record.RequestID, other.RequestID} {
		made := proposed(t, second, store.Key("p"+id), id)
		same := proposed(t, first, store.Key("q"+id), id)
		assert.Equal(t, string(made.JSON()), string(same.JSON()))
	}
}

// TestAStoreOfAnotherRelease checks that a service refuses a store of another release. The problem says
// what to do.
func TestAStoreOfAnotherRelease(t *testing.T) {
	in, _, err := shared(store.NewMemory(0), clock).Install(t.Context(), draft(t, simulation))
	require.NoError(t, err)
	for name, stored := range map[string]store.InstalledProfile{
		"platform": {Profile: in.JSON, Platform: "0.9.0", Adapter: "adapter-t", AdapterVersion: "1"},
		"adapter":  {Profile: in.JSON, Platform: "1.0.0", Adapter: "adapter-t", AdapterVersion: "0.9.0"},
	} {
		t.Run(name, func(t *testing.T) {
			kept := store.NewMemory(0)
			_, _, err := kept.Install(t.Context(), stored)
			require.NoError(t, err)
			s := shared(kept, clock)
			_, err = s.Submit(t.Context(), "k", theRequest(t, "checkout"))
			assert.Equal(t, problem.StoreOfAnotherRelease, code(err))
			assert.Contains(t, problem.From(err).Detail, "0.9.0")
			assert.Contains(t, problem.From(err).Detail, "--store-prefix")
			_, _, err = s.Install(t.Context(), draft(t, simulation))
			assert.Equal(t, problem.StoreOfAnotherRelease, code(err))
			assert.Equal(t, problem.StoreOfAnotherRelease, code(s.Ready(t.Context()).Store))
		})
	}
}

// TestEveryProfileIsAdoptedWhole checks that another service finds the whole installation, with rules,
// exceptions, settings and regions.
func TestEveryProfileIsAdoptedWhole(t *testing.T) {
	for name, text := range map[string]string{
		"rules and exceptions": simulation + "exceptions: [" + exceptionFrom("common.network.size", "2026-11-25") + "]\npolicies:\n" +
			ruleText("a", `require: 'request.cluster_size == "small"'`),
		"settings": enterprise + "settings: {egress: hub, next_hop: 10.0.0.4}\npolicy_date: '2026-11-21'\n",
		"regions":  simulation + "allowed_regions: [south-1, north-1]\n",
	} {
		t.Run(name, func(t *testing.T) {
			kept := store.NewMemory(0)
			in, _, err := shared(kept, clock).Install(t.Context(), draft(t, text))
			require.NoError(t, err)
			other := shared(kept, clock)
			found, err := other.Installation(t.Context())
			require.NoError(t, err)
			assert.Equal(t, in, found)
		})
	}
}

// slowToRead is a store whose first read of a record waits for its release.
type slowToRead struct {
	*store.Memory
	first   sync.Once
	release chan struct{}
}

func (s *slowToRead) Records() store.Entries[*store.Record] {
	return slowRecords{s.Memory.Records(), s}
}

type slowRecords struct {
	store.Entries[*store.Record]
	of *slowToRead
}

func (r slowRecords) Get(ctx context.Context, ids ...string) ([]*store.Record, error) {
	found, err := r.Entries.Get(ctx, ids...)
	r.of.first.Do(func() { <-r.of.release })
	return found, err
}

// TestNobodyIsToldWhatWasBefore checks a call that starts after a request was stored. It does not share
// the result of a call that started before.
func TestNobodyIsToldWhatWasBefore(t *testing.T) {
	for _, key := range []store.Key{"a", "c"} {
		synctest.Test(t, func(t *testing.T) {
			kept := &slowToRead{Memory: store.NewMemory(0), release: make(chan struct{})}
			s := shared(kept, clock)
			_, _, err := s.Install(t.Context(), draft(t, simulation))
			require.NoError(t, err)
			preview := decided(t, s, theRequest(t, "checkout"))
			propose := func(key store.Key) <-chan error {
				answer := make(chan error, 1)
				go func() {
					_, err := s.Propose(t.Context(), key, preview.RequestID)
					answer <- err
				}()
				synctest.Wait()
				return answer
			}
			early := propose("a")
			submitted(t, s, "s", theRequest(t, "checkout"))
			late := propose(key)
			close(kept.release)
			assert.Equal(t, problem.RequestNotFound, code(<-early))
			assert.NoError(t, <-late)
		})
	}
}

// damaged is a store whose proposals are listed and cannot be read.
type damaged struct {
	*store.Memory
	err error
}

func (d damaged) Proposals() store.Entries[*store.Proposal] {
	return damagedProposals{d.Memory.Proposals(), d.err}
}

type damagedProposals struct {
	store.Entries[*store.Proposal]
	err error
}

func (d damagedProposals) Get(_ context.Context, ids ...string) ([]*store.Proposal, error) {
	if d.err != nil {
		return nil, d.err
	}
	return make([]*store.Proposal, len(ids)), nil
}

// TestADamagedProposalStopsNoOther checks that the next proposal of the environment is made. It names the damaged one
// and counts no changes. A store that is away stops it.
func TestADamagedProposalStopsNoOther(t *testing.T) {
	for _, c := range []struct {
		get  error
		want problem.Code
	}{
		{nil, ""}, // listed, and not there
		{problem.New(problem.StoreAltered, "damaged"), ""},
		{problem.New(problem.StoreUnavailable, "away"), problem.StoreUnavailable},
	} {
		s := shared(damaged{store.NewMemory(0), c.get}, clock)
		_, _, err := s.Install(t.Context(), draft(t, simulation))
		require.NoError(t, err)
		var made []*store.Proposal
		for _, budget := range []string{"900", "901"} {
			record := submitted(t, s, store.Key(budget), changed(t, "monthly_budget="+budget))
			p, err := s.Propose(t.Context(), store.Key("p"+budget), record.RequestID)
			made = append(made, p)
			if len(made) == 2 {
				require.Equal(t, c.want, code(err))
			}
		}
		if c.want == "" {
			assert.Equal(t, wire.ProposalChange{Follows: made[0].ProposalID}, made[1].Change)
		}
	}
}
