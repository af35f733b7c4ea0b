package history_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/wire"
	providera "platform.internal/provider-a"
)

// platform is what clients call: a service, or a server over HTTP. An error is a
// *problem.Problem, or the context's where the client left.
type platform interface {
	call(ctx context.Context, c call) (answer, error)
}

// plan is what the clients of a history do, at random.
type plan struct {
	seed           uint64
	clients, calls int // calls of each client
	keys, payloads int
	pause, timeout time.Duration // most between two calls; most until a client leaves
	leaves         float64       // how often a client leaves
	settle         time.Duration // until the calls of clients that left have ended, at most
}

// run lets the clients of a plan call the platform, and returns what they saw.
func (p plan) run(t *testing.T, on platform) *recorder {
	r := &recorder{}
	var working sync.WaitGroup
	for client := range p.clients {
		random := rand.New(rand.NewPCG(p.seed, uint64(client)))
		working.Go(func() {
			for range p.calls {
				time.Sleep(time.Duration(random.Int64N(int64(p.pause))))
				ctx, leave := context.WithCancel(t.Context())
				if random.Float64() < p.leaves {
					ctx, leave = context.WithTimeout(ctx, time.Duration(random.Int64N(int64(p.timeout))))
				}
				r.record(client, p.choose(random), func(c call) (answer, bool) { return try(ctx, on, c) })
				leave()
			}
		})
	}
	working.Wait()
	time.Sleep(p.settle)
	for _, last := range []call{{kind: records, list: list{newest: true}}, {kind: proposals, list: list{newest: true}}, {kind: counts}, {kind: environments}, {kind: freeRange}} {
		r.record(0, last, func(c call) (answer, bool) { return try(t.Context(), on, c) })
	}
	return r
}

// choose returns a call; half of them store something.
func (p plan) choose(random *rand.Rand) call {
	c := call{key: random.IntN(p.keys), payload: 1 + random.IntN(p.payloads)}
	kinds := []kind{submit, submit, submit, submit, propose, propose, propose, record, proposal, records, records, proposals, counts, environments, environments, freeRange}
	if c.kind = kinds[random.IntN(len(kinds))]; c.kind != records && c.kind != proposals {
		return c
	}
	c.list = list{newest: true}
	switch random.IntN(5) {
	case 0:
		c.list.newest = false
	case 1:
		c.list.of = c.payload
	case 2:
		c.list.denied = c.kind == records
	case 3:
		c.list.limit, c.list.after = 1+random.IntN(3), c.payload
	case 4:
		c.list.limit, c.list.before = 1+random.IntN(3), c.payload
	}
	return c
}

// failures are the codes of calls that must have had no effect.
var failures = []problem.Code{problem.AdapterUnavailable, problem.AdapterContractViolation, problem.InternalError}

// try returns the answer to a call; ok is false where the call failed.
func try(ctx context.Context, on platform, c call) (a answer, ok bool) {
	a, err := on.call(ctx, c)
	var p *problem.Problem
	switch {
	case err == nil:
		return a, true
	case ctx.Err() != nil:
		return answer{lost: true}, true
	case !errors.As(err, &p):
		p = problem.From(err)
	}
	if slices.Contains(failures, p.Code) {
		return answer{}, false
	}
	return answer{code: p.Code}, true
}

const examples = "../../examples/provider_a/sandbox/"

// deniedBy is the rule that denies some payloads.
const deniedBy = "common.budget.covers-estimate"

// payloads are the requests that calls name by number, and the IDs that a platform
// gives them and their proposals. Number 0 is not used.
type payloads struct {
	requests              []request.Request
	requestIDs            []string
	proposalIDs           []string // of a denied request, one that no proposal has
	byRequest, byProposal map[string]byte
}

// thePayloads makes payloads with a service that has no other client. The IDs are the
// same everywhere.
func thePayloads(t testing.TB, number int) payloads {
	t.Helper()
	data, err := os.ReadFile(examples + "accepted.yaml")
	require.NoError(t, err)
	r, err := request.Parse(document.Source{Format: document.YAML, Data: data})
	require.NoError(t, err)
	s := newService(t, providera.New(), 0)
	p := payloads{
		requests: make([]request.Request, number+1), requestIDs: make([]string, number+1), proposalIDs: make([]string, number+1),
		byRequest: map[string]byte{}, byProposal: map[string]byte{},
	}
	enough := r.MonthlyBudget
	for i := 1; i <= number; i++ {
		r.Application, r.Owner = fmt.Sprintf("app-%d", environmentOf(byte(i))), fmt.Sprintf("owner-%d@example.com", i)
		r.NetworkCIDR, r.MonthlyBudget = network(networkOf(byte(i))), enough
		if isDenied(i) {
			r.MonthlyBudget = 1
		}
		record, err := s.Evaluate(t.Context(), r, service.EvaluateOptions{})
		require.NoError(t, err)
		p.requests[i], p.requestIDs[i], p.proposalIDs[i] = r, record.RequestID, fmt.Sprintf("prop-%020d", i)
		if isDenied(i) {
			require.Equal(t, []string{deniedBy}, []string{record.Violations[0].PolicyID})
		} else {
			made, err := s.Derive(t.Context(), record)
			require.NoError(t, err)
			p.proposalIDs[i] = made.ProposalID
		}
		p.byRequest[p.requestIDs[i]], p.byProposal[p.proposalIDs[i]] = byte(i), byte(i)
	}
	return p
}

// pool contains the networks of all payloads, and one more network.
var pool = netip.MustParsePrefix("10.0.0.0/18")

// network returns the network with the given number.
func network(number byte) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, number << 4}), networkLength)
}

const networkLength = 20

// environmentList converts a list of environments to an answer.
func (p payloads) environmentList(list wire.List[wire.Environment]) (a answer) {
	for _, e := range list.Items {
		var overlaps []byte
		for _, id := range e.Overlaps {
			overlaps = append(overlaps, p.byRequest[id])
		}
		a.found += row(p.byRequest[e.RequestID], overlaps, e.ProposalID != "")
	}
	return a
}

// freeNetwork converts a free range to an answer.
func freeNetwork(free portfolio.FreeRange) answer {
	for number := range byte(allNetworks) {
		if free.CIDR != nil && *free.CIDR == network(number) {
			return answer{found: string([]byte{number})}
		}
	}
	return answer{}
}

// one returns the answer that a record or a proposal is: the payload that has its
// ID, or 0 for none.
func one(document []byte, payload map[string]byte) answer {
	return answer{found: string([]byte{payload[idOf(document)]})}
}

// idOf returns the ID of an encoded record or proposal; empty for another text.
func idOf(document []byte) string {
	var ids struct {
		Proposal string `json:"proposal_id"`
		Request  string `json:"request_id"`
	}
	if json.Unmarshal(document, &ids) != nil {
		return ""
	}
	return cmp.Or(ids.Proposal, ids.Request)
}

// listed returns the answer that a list of IDs is.
func listed(l list, ids []string, payload map[string]byte, next, previous string) answer {
	a := answer{more: next != "", back: previous != ""}
	found := make([]byte, len(ids))
	for i, id := range ids {
		found[i] = payload[id]
	}
	if !l.newest {
		if !slices.IsSorted(ids) {
			a.code = "not_in_id_order"
		}
		slices.Sort(found)
	}
	a.found = string(found)
	return a
}
