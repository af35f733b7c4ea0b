package history_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"
	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/problem"
)

// kind is what a call does.
type kind string

const (
	submit    kind = "submit"
	propose   kind = "propose"
	record    kind = "record"
	proposal  kind = "proposal"
	records   kind = "records"
	proposals kind = "proposals"
	counts    kind = "counts"
	// environments is the list of environments, and freeRange the lowest free range.
	environments kind = "environments"
	freeRange    kind = "free range"
)

// call is what a client asks for. Payloads are numbers from 1: a request and the
// proposal of it have the same.
type call struct {
	kind    kind
	key     int // of submit and propose
	payload int // of all but lists and counts
	list    list
}

// list is what a list is asked for.
type list struct {
	newest bool
	denied bool // only these
	// of selects one payload, records by owner, proposals by request; 0 for all.
	of int
	// limit with after or before makes a page, in the order of arrival; after and before
	// are payloads, or 0.
	limit, after, before int
}

// answer is what a client got.
type answer struct {
	lost bool // the client left: its call may take effect at any time
	code problem.Code
	// found are the payloads of what was returned: of one record or proposal, or of
	// a list, as listed, or sorted by number where the list is in ID order. For environments, each row follows as
	// row returns it. For a free range it is the number of the network.
	found string
	// more and back report whether there are entries after and before the page.
	more, back bool
	figures    figures
}

// figures are the counts.
type figures struct{ accepted, denied, violations, proposals int }

// isDenied reports whether policy denies a payload.
func isDenied(payload int) bool { return payload%4 == 0 }

// environmentOf returns the number of the environment of a payload. Two payloads share an environment.
func environmentOf(payload byte) byte { return (payload + 1) / 2 }

// allNetworks is the number of networks. The last one is not in any payload.
const allNetworks = 4

// networkOf returns the number of the network of a payload.
func networkOf(payload byte) byte { return payload % (allNetworks - 1) }

// row returns an environment of a list as text: its payload, the payloads that overlap, and whether it has a proposal.
func row(payload byte, overlaps []byte, proposed bool) string {
	slices.Sort(overlaps)
	return fmt.Sprintf("%d %d %t;", payload, overlaps, proposed)
}

// environments returns the newest accepted payload of each environment. The environment that was requested first comes
// last.
func (s state) environments() (newest []byte) {
	for _, payload := range []byte(s.records) {
		if isDenied(int(payload)) {
			continue
		}
		same := func(other byte) bool { return environmentOf(other) == environmentOf(payload) }
		if at := slices.IndexFunc(newest, same); at >= 0 {
			newest[at] = payload
		} else {
			newest = append(newest, payload)
		}
	}
	slices.Reverse(newest)
	return newest
}

// environmentRows returns the list of environments.
func (s state) environmentRows() (rows string) {
	all := s.environments()
	for _, payload := range all {
		overlaps := slices.DeleteFunc(slices.Clone(all), func(other byte) bool {
			return other == payload || networkOf(other) != networkOf(payload)
		})
		rows += row(payload, overlaps, has(s.proposals, int(payload)))
	}
	return rows
}

// freeNetwork returns the lowest network that no environment has.
func (s state) freeNetwork() string {
	for network := byte(0); ; network++ {
		if !slices.ContainsFunc(s.environments(), func(payload byte) bool { return networkOf(payload) == network }) {
			return string([]byte{network})
		}
	}
}

// state is what a service holds. Texts are lists of payloads, a byte each, so that
// a state is comparable and never changes.
type state struct {
	records, proposals        string // in the order of arrival
	requestKeys, proposalKeys string // what each key is bound to; 0 for nothing
}

func has(payloads string, payload int) bool { return strings.IndexByte(payloads, byte(payload)) >= 0 }

// model is the service as one that does one call after another. A call that failed
// has no place in it: it must not have happened. maxRecords is the service's.
//
// The order in which records and proposals arrived is read off the lists of the history:
// they only ever get longer, so an order that differs from a whole list explains nothing.
// Without this the check learns from a late list that calls at the beginning were in another
// order, and tries all orders of what is between.
func model(keys, maxRecords int, history []porcupine.Operation) porcupine.Model {
	m := limits{
		records: maxRecords, keys: 4 * maxRecords,
		arrivedRecords: arrived(history, records), arrivedProposals: arrived(history, proposals),
	}
	return porcupine.Model{
		Init: func() any {
			free := strings.Repeat("\x00", keys)
			return state{requestKeys: free, proposalKeys: free}
		},
		Step: func(s, input, output any) (bool, any) {
			return m.step(s.(state), input.(call), output.(answer))
		},
		DescribeOperation: func(input, output any) string { return describe(input.(call), output.(answer)) },
	}
}

// arrived returns the longest list of a kind that shows all in the order of arrival.
func arrived(history []porcupine.Operation, k kind) (longest string) {
	for _, op := range history {
		c, a := op.Input.(call), op.Output.(answer)
		if c.kind == k && c.list == (list{newest: true}) && len(a.found) > len(longest) {
			longest = a.found
		}
	}
	oldest := []byte(longest)
	slices.Reverse(oldest)
	return string(oldest)
}

type limits struct {
	records, keys                    int
	arrivedRecords, arrivedProposals string // as far as it is known
}

// next reports whether a payload is the one that arrived after those before it.
func next(arrived, before string, payload int) bool {
	return len(before) >= len(arrived) || arrived[len(before)] == byte(payload)
}

// step reports whether the answer is right in the state, and returns the state
// after the call.
func (m limits) step(s state, c call, a answer) (bool, state) {
	switch c.kind {
	case submit:
		return m.submit(s, c, a)
	case propose:
		return m.propose(s, c, a)
	case record:
		return c.got(a, first(outcome{!has(s.records, c.payload), problem.RequestNotFound})), s
	case proposal:
		return c.got(a, first(outcome{!has(s.proposals, c.payload), problem.ProposalNotFound})), s
	case records:
		return c.list.is(s.records, a), s
	case proposals:
		return c.list.is(s.proposals, a), s
	case counts:
		return a.figures == s.figures(), s
	case environments:
		return a.found == s.environmentRows(), s
	case freeRange:
		return a.found == s.freeNetwork(), s
	default:
		panic(c.kind)
	}
}

// submit is the first POST. A call whose answer was lost does what it can.
func (m limits) submit(s state, c call, a answer) (bool, state) {
	reused, keyless := m.key(s.requestKeys, c)
	full := keyless || len(s.records) >= m.records && !has(s.records, c.payload)
	want := first(outcome{reused, problem.IdempotencyKeyReused}, outcome{full, problem.CapacityExhausted})
	if legal := a.lost || c.got(a, want); !legal || want != "" {
		return legal, s
	}
	if !has(s.records, c.payload) {
		if !next(m.arrivedRecords, s.records, c.payload) {
			return false, s
		}
		s.records += string([]byte{byte(c.payload)})
	}
	s.requestKeys = bound(s.requestKeys, c)
	return true, s
}

// propose is the second POST.
func (m limits) propose(s state, c call, a answer) (bool, state) {
	reused, keyless := m.key(s.proposalKeys, c)
	want := first(
		outcome{reused, problem.IdempotencyKeyReused},
		outcome{!has(s.records, c.payload), problem.RequestNotFound},
		outcome{keyless, problem.CapacityExhausted},
		outcome{isDenied(c.payload), problem.RequestNotAccepted},
	)
	if legal := a.lost || c.got(a, want); !legal || want != "" {
		return legal, s
	}
	if !has(s.proposals, c.payload) {
		if !next(m.arrivedProposals, s.proposals, c.payload) {
			return false, s
		}
		s.proposals += string([]byte{byte(c.payload)})
	}
	s.proposalKeys = bound(s.proposalKeys, c)
	return true, s
}

// got reports whether an answer is the refusal that it is to be, or, without one,
// what the call is about and nothing else.
func (c call) got(a answer, refusal problem.Code) bool {
	if refusal != "" {
		return a.code == refusal
	}
	return a.code == "" && a.found == string([]byte{byte(c.payload)})
}

// outcome is a reason to refuse a call.
type outcome struct {
	is   bool
	code problem.Code
}

func first(refusals ...outcome) problem.Code {
	at := slices.IndexFunc(refusals, func(o outcome) bool { return o.is })
	if at < 0 {
		return ""
	}
	return refusals[at].code
}

// key reports whether the key of a call is bound to another payload, and whether
// it is new and there is no capacity for it.
func (m limits) key(keys string, c call) (reused, keyless bool) {
	to := keys[c.key]
	return to != 0 && to != byte(c.payload), to == 0 && len(keys)-strings.Count(keys, "\x00") >= m.keys
}

func bound(keys string, c call) string {
	return keys[:c.key] + string([]byte{byte(c.payload)}) + keys[c.key+1:]
}

func (s state) figures() (f figures) {
	for _, payload := range []byte(s.records) {
		if isDenied(int(payload)) {
			f.denied++
		} else {
			f.accepted++
		}
	}
	f.violations, f.proposals = f.denied, len(s.proposals)
	return f
}

// is reports whether the answer is the list of what is stored.
func (l list) is(stored string, a answer) bool {
	all := []byte(stored)
	slices.Reverse(all)
	from, to := 0, len(all)
	if at := slices.Index(all, byte(max(l.after, l.before))); l.after+l.before > 0 {
		switch {
		case at < 0:
			return a.code == problem.InvalidRequest
		case l.after > 0:
			from = at + 1
		default:
			to = at
		}
	}
	if l.limit > 0 && to-from > l.limit { // such a list has no filter
		if l.before > 0 {
			from = to - l.limit
		} else {
			to = from + l.limit
		}
	}
	back, more := from > 0 && from < to, to < len(all) && from < to
	all = slices.DeleteFunc(all[from:to], func(payload byte) bool {
		return l.denied && !isDenied(int(payload)) || l.of > 0 && int(payload) != l.of
	})
	if !l.newest {
		slices.Sort(all)
	}
	return a.code == "" && a.found == string(all) && a.more == more && a.back == back
}

// TestTheModelComparesWhatIsReturned checks the model itself: it refuses an answer with another content than the
// call asked for.
func TestTheModelComparesWhatIsReturned(t *testing.T) {
	before := state{records: "\x01\x02", proposals: "\x01\x02", requestKeys: "\x00\x02", proposalKeys: "\x00\x02"}
	for _, kind := range []kind{submit, propose, record, proposal} {
		for key := range 2 {
			for answered, want := range map[answer]bool{
				{found: "\x02"}: true,
				{found: "\x01"}: false,
				{found: "\x00"}: false,
				{found: "\x02", code: problem.InternalError}: false,
				{}: false,
			} {
				got, _ := limits{records: 4, keys: 4}.step(before, call{kind: kind, key: key, payload: 2}, answered)
				assert.Equal(t, want, got, "%s %+v", kind, answered)
			}
		}
	}
}

// describe is a line of a history.
func describe(c call, a answer) string {
	var asked string
	switch c.kind {
	case submit, propose:
		asked = fmt.Sprintf("%s(key %d, payload %d)", c.kind, c.key, c.payload)
	case record, proposal:
		asked = fmt.Sprintf("%s(payload %d)", c.kind, c.payload)
	case records, proposals:
		asked = fmt.Sprintf("%s(%+v)", c.kind, c.list)
	case counts, environments, freeRange:
		asked = string(c.kind)
	}
	switch {
	case a.lost:
		return asked + " -> left"
	case a.code != "":
		return asked + " -> " + string(a.code)
	case c.kind == counts:
		return fmt.Sprintf("%s -> %+v", asked, a.figures)
	case c.kind == environments:
		return asked + " -> " + a.found
	case c.kind == records || c.kind == proposals:
		return fmt.Sprintf("%s -> %v, more: %t, back: %t", asked, []byte(a.found), a.more, a.back)
	default:
		return fmt.Sprintf("%s -> payload %v", asked, []byte(a.found))
	}
}
