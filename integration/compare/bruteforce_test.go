package compare_test

import (
	"flag"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/space"
)

// tried is a request, and the numbers of its values: 0 is the value of the plain request.
type tried struct {
	request request.Request
	at      []int
	// denied are the rules of both installations that deny it.
	denied [2][]string
}

// changed returns the numbers of the fields in which it differs from the plain request.
func (r tried) changed() (fields []int) {
	for f, v := range r.at {
		if v != 0 {
			fields = append(fields, f)
		}
	}
	return fields
}

// before reports whether a request is nearer to the plain one than another: by the number of fields, then by the fields, then by
// the values.
func (r tried) before(other tried) bool {
	a, b := r.changed(), other.changed()
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	if c := slices.Compare(a, b); c != 0 {
		return c < 0
	}
	return slices.Compare(r.at, other.at) < 0
}

// family reports whether the requests that change these fields are enumerated: any two fields, and up to five fields among the
// budget and those with few values.
func family(changed []int) bool {
	return len(changed) <= 2 || !slices.ContainsFunc(changed, func(f int) bool {
		field := &fields[f]
		return field.Values == nil && field.Name != request.RegionField && field.Name != request.BudgetField
	})
}

var fields = request.Fields()

// enumerate returns all requests of the families.
func enumerate(t *testing.T, s *space.Space, plain request.Request) (all []tried) {
	t.Helper()
	values := make([][]request.Value, len(fields))
	for i, f := range fields {
		list, err := s.TriedValues(t.Context(), f.Name)
		require.NoError(t, err)
		values[i] = []request.Value{f.Get(&plain)}
		for _, v := range list {
			r := plain
			if f.Set(&r, v) == nil && !slices.Contains(values[i], f.Get(&r)) {
				values[i] = append(values[i], f.Get(&r))
			}
		}
	}
	var from func(field int, r tried)
	from = func(field int, r tried) {
		if field == len(fields) {
			all = append(all, r)
			return
		}
		for n, v := range values[field] {
			next := tried{request: r.request, at: slices.Clone(r.at)}
			next.at[field] = n
			if n > 0 {
				require.NoError(t, fields[field].Set(&next.request, v))
			}
			if family(next.changed()) {
				from(field+1, next)
			}
		}
	}
	from(0, tried{request: plain, at: make([]int, len(fields))})
	return all
}

// shown has the nearest requests for a rule: one that only the rule denies, and one that it denies at all.
type shown struct{ only, any *tried }

// note keeps the nearer of two requests.
func note(at **tried, r tried) {
	if *at == nil || r.before(**at) {
		*at = &r
	}
}

// nearest returns the nearest requests for the rules of an installation.
func nearest(all []tried, by int) map[string]*shown {
	rules := map[string]*shown{}
	for _, r := range all {
		if len(r.denied[1-by]) > 0 {
			continue
		}
		for _, id := range r.denied[by] {
			if rules[id] == nil {
				rules[id] = &shown{}
			}
			note(&rules[id].any, r)
			if len(r.denied[by]) == 1 {
				note(&rules[id].only, r)
			}
		}
	}
	return rules
}

func violated(t *testing.T, s *service.Service, r request.Request) (ids []string) {
	t.Helper()
	e, err := s.Evaluate(t.Context(), r, service.EvaluateOptions{Brief: true})
	require.NoError(t, err)
	for _, v := range e.Violations {
		ids = append(ids, v.PolicyID)
	}
	return ids
}

var whole = flag.Bool("whole", false, "compare all pairs with brute force, and not every second one")

// TestComparisonsAgainstBruteForce decides each request that changes two fields of the plain request, or more fields with few values. The
// comparison has to find the same rules and requests. It takes about a second for each pair.
func TestComparisonsAgainstBruteForce(t *testing.T) {
	t.Parallel()
	ids := providers.IDs()
	for turn, provider := range ids {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			remembering := providers.Remembering(t, providers.Adapters[provider])
			for i, p := range pairsOf(t, remembering) {
				if i/2%len(ids) != turn || i%2 == 0 && !*whole {
					continue
				}
				t.Run(p.name, func(t *testing.T) {
					if testing.Short() && i%8 != 1 {
						t.Skip("short: a sample of the pairs")
					}
					from, to := installed(t, provider, p.from), installed(t, provider, p.to)
					c := compared(t, from, to)
					all := enumerate(t, space.NewSpace(t.Context(), explorable(t, from), explorable(t, to)), c.Plain)
					brute := bruteForce(t, remembering, p.from, p.to)
					for i := range all {
						for by, s := range brute {
							all[i].denied[by] = violated(t, s, all[i].request)
						}
					}
					t.Logf("%d requests", len(all))
					agree(t, c.Stricter, nearest(all, space.New))
					agree(t, c.Looser, nearest(all, space.Old))
					for _, one := range c.Contradicting {
						assert.False(t, slices.ContainsFunc(all, func(r tried) bool {
							return len(r.denied[space.New]) == 0 && (one.Field == "" || r.request.Value(one.Field) == one.Value)
						}), "%+v", one)
					}
					for _, u := range c.Unused {
						assert.False(t, slices.ContainsFunc(all, func(r tried) bool {
							return slices.Equal(r.denied[space.New], []string{u.ID})
						}), u.ID)
					}
				})
			}
		})
	}
}

// agree compares a comparison with what brute force found.
func agree(t *testing.T, reported []space.Difference, found map[string]*shown) {
	t.Helper()
	var ids []string
	for _, d := range reported {
		ids = append(ids, d.Rule.ID)
		inFamily := family(numbers(d.Changed))
		want := found[d.Rule.ID]
		switch {
		case want == nil:
			assert.False(t, inFamily, "%s: brute force finds no request, but %+v", d.Rule.ID, d.Request)
		case want.only != nil && (inFamily || len(want.only.changed()) <= len(d.Changed)):
			assert.Equal(t, want.only.request, d.Request, d.Rule.ID)
			assert.True(t, d.Alone, d.Rule.ID)
		case want.only == nil && !d.Alone:
			assert.Equal(t, want.any.request, d.Request, d.Rule.ID)
		}
	}
	for id, one := range found {
		assert.Contains(t, ids, id, "it decides differently, such as %+v", one.any.request)
	}
}

// numbers returns the numbers of fields.
func numbers(names []string) (list []int) {
	for i, f := range fields {
		if slices.Contains(names, f.Name) {
			list = append(list, i)
		}
	}
	return list
}
