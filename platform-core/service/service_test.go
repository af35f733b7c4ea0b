package service_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/service"
)

// clock is a day at which the example requests are acceptable.
func clock() time.Time { return time.Date(2026, 11, 21, 23, 59, 0, 0, time.UTC) }

func newService(t testing.TB, adapter *scripted) *service.Service {
	t.Helper()
	return service.New(service.Options{Adapters: one{adapter}, Now: clock})
}

func draft(t testing.TB, yaml string) installation.Draft {
	t.Helper()
	d, err := installation.Parse(document.Source{Format: document.YAML, Data: []byte(yaml)})
	require.NoError(t, err)
	return d
}

func installed(t testing.TB, adapter *scripted, profile string) *service.Service {
	t.Helper()
	s := newService(t, adapter)
	_, created, err := s.Install(t.Context(), draft(t, profile))
	require.NoError(t, err)
	require.True(t, created)
	return s
}

const simulation = "provider: provider_t\n"

func request(t testing.TB, application string) environment.Request {
	t.Helper()
	r, err := environment.Parse(document.Source{Format: document.YAML, Data: []byte(`
application: ` + application + `
environment: development
owner: payments@example.com
cost_centre: CC-4711
data_classification: internal
region: north-1
network_cidr: 10.20.0.0/20
cluster_size: small
monthly_budget: 500
business_justification: Integration tests of the checkout service.
expiry_date: 2026-12-15
`)})
	require.NoError(t, err)
	return r
}

func code(err error) problem.Code {
	if err == nil {
		return ""
	}
	return problem.From(err).Code
}

func TestBeforeAnyInstallation(t *testing.T) {
	s := newService(t, &scripted{})
	_, err := s.Installation()
	assert.Equal(t, problem.InstallationNotFound, code(err))
	_, err = s.Submit(t.Context(), "k", request(t, "checkout"))
	assert.Equal(t, problem.InstallationRequired, code(err))
	_, err = s.Evaluate(t.Context(), request(t, "checkout"))
	assert.Equal(t, problem.InstallationRequired, code(err))
	_, err = s.Propose(t.Context(), "k", "req-00000000000000000000")
	assert.Equal(t, problem.InstallationRequired, code(err))
	_, err = s.Policies()
	assert.Equal(t, problem.InstallationNotFound, code(err))
	records, _, _ := s.Records(service.RecordFilter{}, service.Page{})
	assert.Empty(t, records)
	assert.False(t, s.Counts().Installed)
}

func TestInstallOnce(t *testing.T) {
	for _, mode := range []string{"simulation", "sandbox", "enterprise"} {
		t.Run(mode, func(t *testing.T) {
			s := newService(t, &scripted{})
			_, _, err := s.Install(t.Context(), draft(t, simulation+"mode: "+mode+"\nallowed_regions: [nowhere]"))
			require.Equal(t, problem.InstallationRejected, code(err))
			first, created, err := s.Install(t.Context(), draft(t, simulation+"mode: "+mode))
			require.NoError(t, err, "a rejected installation can be tried again")
			assert.True(t, created)
			again, created, err := s.Install(t.Context(), draft(t, "mode: "+mode+"\nprovider: \" PROVIDER_T \"\nallowed_regions: [north-1]"))
			require.NoError(t, err)
			assert.False(t, created)
			assert.Equal(t, first.JSON, again.JSON)
			_, _, err = s.Install(t.Context(), draft(t, simulation+"mode: "+mode+"\nallowed_regions: [south-1]"))
			assert.Equal(t, problem.InstallationLocked, code(err))
			now, err := s.Installation()
			require.NoError(t, err)
			assert.Equal(t, first.JSON, now.JSON)
		})
	}
}

func TestRejectedProfiles(t *testing.T) {
	tests := map[string]struct {
		profile string
		want    []string
	}{
		"no provider":            {"mode: simulation", []string{"provider missing"}},
		"unknown provider":       {"provider: provider_z\nmode: party", []string{"provider unsupported_value", "mode unsupported_value"}},
		"unknown mode":           {simulation + "mode: party", []string{"mode unsupported_value"}},
		"unknown region":         {simulation + "allowed_regions: [north-1, eu-west-1]", []string{"allowed_regions[1] unsupported_value"}},
		"no region":              {simulation + "allowed_regions: []", []string{"allowed_regions invalid_form"}},
		"region twice":           {simulation + "allowed_regions: [north-1, NORTH-1]", []string{"allowed_regions[1] repeated_value"}},
		"sandbox, two regions":   {simulation + "mode: sandbox\nallowed_regions: [north-1, south-1]", []string{"allowed_regions not_in_this_mode"}},
		"boundary in simulation": {simulation + "boundaries: {sandbox: '123'}", []string{"boundaries.sandbox unknown_field"}},
		"malformed boundary":     {simulation + "mode: sandbox\nboundaries: {sandbox: 12x}", []string{"boundaries.sandbox invalid_form"}},
		"missing and unknown boundaries": {
			simulation + "mode: enterprise\nboundaries: {production: abc, moon: abc}",
			[]string{"boundaries.moon unknown_field", "boundaries.security missing", "boundaries.test missing"},
		},
		"collapsed": {simulation + "mode: enterprise\nboundaries: {production: abc, security: ABC, test: abc}", []string{"boundaries.security collapsed_boundary"}},
		"date":      {simulation + "policy_date: 2026-02-30", []string{"policy_date invalid_form"}},
		"schema":    {simulation + "schema: other/v1", []string{"schema unsupported_value"}},
		"unknown":   {simulation + "region: north-1", []string{"region unknown_field"}},
		"rules": {
			simulation + "policies:\n- {id: team.a, title: t, field: owner, level: mandatory, require: request.x, message: m, remediation: r, expected: e}\n",
			[]string{"policies[0].require invalid_expression"},
		},
		"without a known provider": {
			"schema: z\nprovider: x\nmode: y\nallowed_regions: []\npolicy_date: w\npolicies: [{id: A}]\n",
			[]string{"schema unsupported_value", "provider unsupported_value", "mode unsupported_value", "allowed_regions invalid_form",
				"policy_date invalid_form", "policies[0].id invalid_form", "policies[0].field unsupported_value", "policies[0].level unsupported_value",
				"policies[0].require missing", "policies[0].message missing", "policies[0].title missing", "policies[0].remediation missing", "policies[0].expected missing"},
		},
		"unknown mode with boundaries": {simulation + "mode: y\nboundaries: {a: b}", []string{"mode unsupported_value"}},
		"everything at once": {
			simulation + "mode: enterprise\nallowed_regions: [x]\npolicy_date: y\nboundaries: {}\nschema: z\nnew: 1",
			[]string{"new unknown_field", "schema unsupported_value", "allowed_regions[0] unsupported_value", "policy_date invalid_form"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newService(t, &scripted{})
			_, _, err := s.Install(t.Context(), draft(t, tt.profile))
			p := problem.From(err)
			require.Equal(t, problem.InstallationRejected, p.Code, "%v", err)
			var got []string
			for _, f := range p.Faults {
				got = append(got, f.Field+" "+string(f.Code))
			}
			assert.Equal(t, tt.want, got)
			_, err = s.Validate(t.Context(), draft(t, tt.profile))
			assert.Equal(t, p, problem.From(err), "validate says the same")
			_, err = s.Installation()
			assert.Error(t, err, "nothing is stored")
		})
	}
}

func TestPlaceholdersAreNeverReady(t *testing.T) {
	s := newService(t, &scripted{})
	r, err := s.Validate(t.Context(), draft(t, simulation+"mode: enterprise"))
	require.NoError(t, err)
	assert.False(t, r.Ready)
	r, err = s.Validate(t.Context(), draft(t, simulation+"mode: enterprise\nboundaries: {production: FFF, security: eee, test: eee}"))
	require.NoError(t, err)
	assert.True(t, r.Ready)
	assert.Equal(t, "fff", r.Profile.Boundaries["production"])
	r, err = s.Validate(t.Context(), draft(t, simulation))
	require.NoError(t, err)
	assert.True(t, r.Ready, "simulation needs no boundaries")
}

func TestIdempotencyRules(t *testing.T) {
	adapter := &scripted{}
	s := installed(t, adapter, simulation)
	first, err := s.Submit(t.Context(), "a", request(t, "checkout"))
	require.NoError(t, err)

	again, err := s.Submit(t.Context(), "a", request(t, "checkout"))
	require.NoError(t, err)
	assert.Same(t, first, again, "same key, same payload: the original")

	_, err = s.Submit(t.Context(), "a", request(t, "other"))
	assert.Equal(t, problem.IdempotencyKeyReused, code(err), "same key, other payload")

	other, err := s.Submit(t.Context(), "b", request(t, "checkout"))
	require.NoError(t, err)
	assert.Same(t, first, other, "other key, same payload: the canonical record")
	_, err = s.Submit(t.Context(), "b", request(t, "other"))
	assert.Equal(t, problem.IdempotencyKeyReused, code(err), "the other key is bound now")
	assert.EqualValues(t, 1, adapter.calls.Load())

	p1, err := s.Propose(t.Context(), "a", first.RequestID)
	require.NoError(t, err, "the two POSTs have key spaces of their own")
	p2, err := s.Propose(t.Context(), "z", first.RequestID)
	require.NoError(t, err)
	assert.Same(t, p1, p2)
	second, err := s.Submit(t.Context(), "c", request(t, "other"))
	require.NoError(t, err)
	_, err = s.Propose(t.Context(), "a", second.RequestID)
	assert.Equal(t, problem.IdempotencyKeyReused, code(err))
}

func TestParseKey(t *testing.T) {
	for name, tt := range map[string]struct {
		values []string
		want   problem.Code
	}{
		"absent":  {nil, problem.IdempotencyKeyMissing},
		"empty":   {[]string{""}, problem.IdempotencyKeyMissing},
		"blank":   {[]string{" \t "}, problem.IdempotencyKeyMissing},
		"twice":   {[]string{"a", "a"}, problem.IdempotencyKeyInvalid},
		"long":    {[]string{strings.Repeat("k", 256)}, problem.IdempotencyKeyInvalid},
		"longest": {[]string{strings.Repeat("k", 255)}, ""},
		"space":   {[]string{"a b"}, problem.IdempotencyKeyInvalid},
		"accent":  {[]string{"clé"}, problem.IdempotencyKeyInvalid},
		"control": {[]string{"a\x01"}, problem.IdempotencyKeyInvalid},
		"good":    {[]string{"7f0c-!~"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := service.ParseKey(tt.values)
			assert.Equal(t, tt.want, code(err))
		})
	}
}

// TestFailuresLeaveNothing holds that a failed call stores nothing, binds no
// key, and can be tried again.
func TestFailuresLeaveNothing(t *testing.T) {
	adapter := &scripted{}
	s := installed(t, adapter, simulation)
	adapter.fail.Store(problem.New(problem.AdapterUnavailable, "down"))
	_, err := s.Submit(t.Context(), "a", request(t, "checkout"))
	require.Equal(t, problem.AdapterUnavailable, code(err))
	assert.Empty(t, s.Counts().Requests)

	adapter.panics.Store(true)
	_, err = s.Submit(t.Context(), "a", request(t, "checkout"))
	require.Equal(t, problem.InternalError, code(err))
	adapter.panics.Store(false)

	record, err := s.Submit(t.Context(), "a", request(t, "other"))
	require.NoError(t, err, "the key was not bound")
	adapter.fail.Store(problem.New(problem.AdapterUnavailable, "down"))
	_, err = s.Propose(t.Context(), "a", record.RequestID)
	require.Equal(t, problem.AdapterUnavailable, code(err))
	assert.Zero(t, s.Counts().Proposals)
	_, err = s.Propose(t.Context(), "a", record.RequestID)
	require.NoError(t, err)
}

func TestDeniedRequests(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	r, err := s.Submit(t.Context(), "a", request(t, "reserved"))
	require.NoError(t, err, "a denial is data")
	assert.Equal(t, environment.Denied, r.Decision)
	assert.Empty(t, r.RecordPath)
	assert.Empty(t, r.SimulatedResources)
	assert.Contains(t, string(r.JSON), `"simulated_resources": []`)
	assert.NotContains(t, string(r.JSON), "record_path")
	_, err = s.Propose(t.Context(), "a", r.RequestID)
	assert.Equal(t, problem.RequestNotAccepted, code(err))
	_, err = s.Propose(t.Context(), "a", "req-ffffffffffffffffffff")
	assert.Equal(t, problem.RequestNotFound, code(err))
	_, err = s.Record("req-ffffffffffffffffffff")
	assert.Equal(t, problem.RequestNotFound, code(err))
	_, err = s.Proposal("prop-ffffffffffffffffffff")
	assert.Equal(t, problem.ProposalNotFound, code(err))
}

func TestResourcesInSimulationAlone(t *testing.T) {
	for _, mode := range []installation.Mode{installation.Simulation, installation.Sandbox, installation.Enterprise} {
		s := installed(t, &scripted{}, simulation+"mode: "+string(mode))
		r, err := s.Submit(t.Context(), "a", request(t, "checkout"))
		require.NoError(t, err)
		assert.Equal(t, environment.Accepted, r.Decision)
		assert.Equal(t, mode == installation.Simulation, len(r.SimulatedResources) > 0, mode)
		assert.Equal(t, "200.50", r.Estimate.MonthlyTotal.String(), "an estimate in every mode")
		p, err := s.Propose(t.Context(), "a", r.RequestID)
		require.NoError(t, err)
		assert.Contains(t, p.Artifacts[4].Content, "network.main", "the inventory in every mode")
	}
}

// TestConcurrentCallers sends one payload with one key, other payloads with the
// same key, and the same payload with other keys, while the adapter is slow.
func TestConcurrentCallers(t *testing.T) {
	adapter := &scripted{gate: make(chan struct{})}
	s := installed(t, adapter, simulation)
	const callers = 64
	var wg sync.WaitGroup
	results := make([]*service.Record, callers)
	errs := make([]error, callers)
	for i := range callers {
		wg.Go(func() {
			results[i], errs[i] = s.Submit(context.Background(), "one-key", request(t, fmt.Sprintf("app-%d", i%2)))
		})
	}
	quick := installedWhileBusy(t, s)
	close(adapter.gate)
	wg.Wait()
	assert.NoError(t, quick, "reads do not wait for the adapter")

	won, lost := map[string]int{}, 0
	for i := range callers {
		if errs[i] != nil {
			assert.Equal(t, problem.IdempotencyKeyReused, code(errs[i]))
			lost++
			continue
		}
		won[results[i].RequestID]++
	}
	assert.Len(t, won, 1, "one payload wins the key")
	assert.Equal(t, callers/2, lost)
	assert.Equal(t, 1, s.Counts().Requests[environment.Accepted], "exactly one record")
	assert.EqualValues(t, 1, adapter.calls.Load(), "one call in flight per fingerprint")
}

// TestConcurrentProposals is the same for the other POST.
func TestConcurrentProposals(t *testing.T) {
	adapter := &scripted{}
	s := installed(t, adapter, simulation)
	var ids [2]string
	for i := range ids {
		r, err := s.Submit(t.Context(), service.Key(fmt.Sprint(i)), request(t, fmt.Sprintf("app-%d", i)))
		require.NoError(t, err)
		ids[i] = r.RequestID
	}
	adapter.gate = make(chan struct{})
	adapter.calls.Store(0)
	const callers = 64
	var wg sync.WaitGroup
	results := make([]*service.Proposal, callers)
	errs := make([]error, callers)
	for i := range callers {
		wg.Go(func() { results[i], errs[i] = s.Propose(context.Background(), "one-key", ids[i%2]) })
	}
	assert.NoError(t, installedWhileBusy(t, s))
	close(adapter.gate)
	wg.Wait()
	won, lost := map[string]int{}, 0
	for i := range callers {
		if errs[i] != nil {
			assert.Equal(t, problem.IdempotencyKeyReused, code(errs[i]))
			lost++
			continue
		}
		won[results[i].ProposalID]++
	}
	assert.Len(t, won, 1)
	assert.Equal(t, callers/2, lost)
	assert.Equal(t, 1, s.Counts().Proposals)
	assert.EqualValues(t, 1, adapter.calls.Load())
}

// installedWhileBusy reads while an evaluation is held.
func installedWhileBusy(t *testing.T, s *service.Service) error {
	t.Helper()
	done := make(chan error, 1)
	go func() {
		_, err := s.Installation()
		s.Records(service.RecordFilter{}, service.Page{})
		s.Counts()
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(10 * time.Second):
		return fmt.Errorf("a read waited for the adapter")
	}
}

func TestCallersOfOneFailureAllLearnOfIt(t *testing.T) {
	adapter := &scripted{gate: make(chan struct{})}
	s := installed(t, adapter, simulation)
	adapter.fail.Store(problem.New(problem.AdapterUnavailable, "down"))
	var wg sync.WaitGroup
	errs := make([]error, 16)
	for i := range errs {
		wg.Go(func() {
			_, errs[i] = s.Submit(context.Background(), service.Key(fmt.Sprintf("key-%d", i)), request(t, "checkout"))
		})
	}
	require.Eventually(t, func() bool { return adapter.calls.Load() == 1 }, 5*time.Second, time.Millisecond)
	close(adapter.gate)
	wg.Wait()
	failed := 0
	for _, err := range errs {
		if err != nil {
			assert.Equal(t, problem.AdapterUnavailable, code(err))
			failed++
		}
	}
	assert.Positive(t, failed)
	for i := range errs {
		_, err := s.Submit(t.Context(), service.Key(fmt.Sprintf("key-%d", i)), request(t, "checkout"))
		assert.NoError(t, err, "each can be tried again")
	}
}

func TestACallerThatLeavesHoldsNobodyUp(t *testing.T) {
	adapter := &scripted{gate: make(chan struct{})}
	s := installed(t, adapter, simulation)
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, err := s.Submit(ctx, "a", request(t, "checkout"))
		left <- err
	}()
	require.Eventually(t, func() bool { return adapter.calls.Load() == 1 }, 5*time.Second, time.Millisecond)
	leave()
	assert.ErrorIs(t, <-left, context.Canceled)
	_, err := s.Submit(t.Context(), "a", request(t, "other"))
	assert.Equal(t, problem.IdempotencyKeyReused, code(err), "its key stays with its payload")
	close(adapter.gate)
	r, err := s.Submit(t.Context(), "a", request(t, "checkout"))
	require.NoError(t, err)
	assert.Equal(t, environment.Accepted, r.Decision)
	assert.EqualValues(t, 1, adapter.calls.Load(), "the evaluation went on without it")
}

func TestCapacity(t *testing.T) {
	s := service.New(service.Options{Adapters: one{&scripted{}}, Now: clock, MaxRecords: 2})
	_, _, err := s.Install(t.Context(), draft(t, simulation))
	require.NoError(t, err)
	for i := range 2 {
		_, err := s.Submit(t.Context(), service.Key(fmt.Sprint(i)), request(t, fmt.Sprintf("app-%d", i)))
		require.NoError(t, err)
	}
	_, err = s.Submit(t.Context(), "2", request(t, "app-2"))
	require.Equal(t, problem.CapacityExhausted, code(err))
	for i := range 6 { // two keys are bound; six more reach the limit of eight
		_, err := s.Submit(t.Context(), service.Key(fmt.Sprintf("more-%d", i)), request(t, "app-1"))
		require.NoError(t, err, "what exists is still served")
	}
	_, err = s.Submit(t.Context(), "one-more", request(t, "app-1"))
	assert.Equal(t, problem.CapacityExhausted, code(err))
	_, err = s.Submit(t.Context(), "more-0", request(t, "app-1"))
	assert.NoError(t, err)
}

func TestListsAreInOrderAndPaged(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	for i := range 25 {
		application := fmt.Sprintf("app-%02d", i)
		if i%5 == 0 {
			application = fmt.Sprintf("reserved-%d", i)
		}
		r := request(t, application)
		if i%5 == 0 {
			r.MonthlyBudget = 1
		}
		_, err := s.Submit(t.Context(), service.Key(fmt.Sprint(i)), r)
		require.NoError(t, err)
	}
	all, next, err := s.Records(service.RecordFilter{}, service.Page{})
	require.NoError(t, err)
	require.Len(t, all, 25)
	assert.Empty(t, next)
	var paged []*service.Record
	for after := ""; ; {
		page, next, err := s.Records(service.RecordFilter{}, service.Page{Limit: 10, After: after})
		require.NoError(t, err)
		paged = append(paged, page...)
		if after = next; next == "" {
			break
		}
	}
	assert.Equal(t, all, paged)
	for i := 1; i < len(all); i++ {
		assert.Less(t, all[i-1].RequestID, all[i].RequestID)
	}
	denied, _, _ := s.Records(service.RecordFilter{Decision: environment.Denied}, service.Page{})
	assert.Len(t, denied, 5)
	one, _, _ := s.Records(service.RecordFilter{Application: "app-01"}, service.Page{})
	assert.Len(t, one, 1)
	assert.Equal(t, 5, s.Counts().Violations["common.budget.covers-estimate"])
}

// TestNewestListsAreInTheOrderOfArrival lists while entries arrive: what is new
// stands before the page that is read, so nothing is listed twice or left out.
func TestNewestListsAreInTheOrderOfArrival(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	var arrived []string
	submit := func(i int) {
		application := fmt.Sprintf("app-%02d", i)
		if i%3 == 0 {
			application = fmt.Sprintf("reserved-%d", i)
		}
		r := request(t, application)
		if i%3 == 0 {
			r.MonthlyBudget = 1
		}
		record, err := s.Submit(t.Context(), service.Key(fmt.Sprint(i)), r)
		require.NoError(t, err)
		arrived = append([]string{record.RequestID}, arrived...)
	}
	for i := range 9 {
		submit(i)
	}
	newest := func(filter service.RecordFilter, page service.Page) (ids []string, next string) {
		page.Order = service.Newest
		records, next, err := s.Records(filter, page)
		require.NoError(t, err)
		for _, r := range records {
			ids = append(ids, r.RequestID)
		}
		return ids, next
	}
	all, next := newest(service.RecordFilter{}, service.Page{})
	assert.Equal(t, arrived, all)
	assert.Empty(t, next)
	assert.False(t, slices.IsSorted(all), "the order of arrival is not that of IDs")

	first, next := newest(service.RecordFilter{}, service.Page{Limit: 4})
	submit(9)
	rest, end := newest(service.RecordFilter{}, service.Page{Limit: 5, After: next})
	assert.Equal(t, all, append(first, rest...))
	assert.Empty(t, end)
	denied, next := newest(service.RecordFilter{Decision: environment.Denied}, service.Page{Limit: 2})
	assert.Equal(t, []string{arrived[0], arrived[3]}, denied)
	assert.Equal(t, arrived[3], next)

	_, _, err := s.Records(service.RecordFilter{}, service.Page{Order: service.Newest, After: "req-0"})
	assert.Equal(t, problem.InvalidRequest, code(err), "nothing is older than what never arrived")
	_, err = s.Submit(t.Context(), "again", request(t, "app-01"))
	require.NoError(t, err)
	same, _ := newest(service.RecordFilter{}, service.Page{})
	assert.Equal(t, arrived, same, "a retry does not arrive a second time")
}

func TestFix(t *testing.T) {
	s := installed(t, &scripted{}, simulation+"mode: sandbox\nallowed_regions: [south-1]")
	r := request(t, "reserved")
	r.Environment, r.ClusterSize, r.MonthlyBudget, r.ExpiryDate = "production", "large", 5000, ""
	e, err := s.Evaluate(t.Context(), r)
	require.NoError(t, err)
	assert.Equal(t, environment.Denied, e.Record.Decision)
	fixed := r
	var fields []string
	for _, c := range e.Fix {
		assert.Equal(t, r.Value(c.Field), c.From)
		fields = append(fields, c.Field)
		fixed, err = fixed.With(c.Field, c.To)
		require.NoError(t, err)
	}
	assert.Equal(t, []string{"region", "environment", "application", "cluster_size", "expiry_date", "monthly_budget"}, fields)
	after, err := s.Evaluate(t.Context(), fixed)
	require.NoError(t, err)
	assert.Equal(t, environment.Accepted, after.Record.Decision)
	assert.Nil(t, after.Fix)
	assert.Empty(t, s.Counts().Requests, "nothing is stored")
}

// TestAFixChangesNoMoreThanNeeded has rules of which one asks for a change that
// another change makes needless, or takes back.
func TestAFixChangesNoMoreThanNeeded(t *testing.T) {
	rule := func(id, field, when, require, suggest string) string {
		return fmt.Sprintf("- {id: %s, title: t, field: %s, level: mandatory, when: '%s', require: '%s', message: m, remediation: r, expected: e, suggest: '%s'}\n",
			id, field, when, require, suggest)
	}
	s := installed(t, &scripted{}, simulation+"policies:\n"+
		rule("team.size-there", "cluster_size", `request.cost_centre == "CC-1"`, `request.cluster_size == "medium"`, `"medium"`)+
		rule("team.size-here", "cluster_size", `request.cost_centre != "CC-1"`, `request.cluster_size == "small"`, `"small"`)+
		rule("team.centre", "cost_centre", "true", `request.cost_centre == "CC-2"`, `"CC-2"`)+
		rule("team.justified", "business_justification", `request.cluster_size == "medium"`, "false", ""))
	r := request(t, "checkout")
	r.CostCentre = "CC-1"
	e, err := s.Evaluate(t.Context(), r)
	require.NoError(t, err)
	require.Len(t, e.Fix, 1, "%v", e.Fix)
	assert.Equal(t, environment.Change{Field: "cost_centre", From: environment.Text("CC-1"), To: environment.Text("CC-2"), PolicyID: "team.centre"}, e.Fix[0])
}

func TestEvidenceIsTheSameOnEveryDay(t *testing.T) {
	const rules = `policies:
- {id: team.soon, title: t, field: expiry_date, level: advisory, require: 'days(policy_date, request.expiry_date) >= 22', message: m, remediation: r, expected: e}
- {id: team.words, title: t, field: owner, level: advisory, require: 'false', message_expression: '"On " + policy_date', remediation: r, expected: e}
- {id: team.always, title: t, field: owner, level: advisory, require: 'false', message: The owner is a list., remediation: Name a team., expected: e}
- {id: team.when, title: t, field: owner, level: mandatory, when: 'policy_date > "2026-11-23"', require: 'true', message: m, remediation: r, expected: e}
`
	var contents []string
	for _, day := range []string{"2026-11-21", "2026-11-25"} {
		s := installed(t, &scripted{}, simulation+"policy_date: '"+day+"'\n"+rules)
		r, err := s.Submit(t.Context(), "a", request(t, "checkout"))
		require.NoError(t, err)
		assert.Equal(t, day == "2026-11-25", len(r.Advisories) == 3, "the record says what holds on its day")
		p, err := s.Propose(t.Context(), "a", r.RequestID)
		require.NoError(t, err)
		assert.Contains(t, p.Artifacts[3].Content, proposal.OutcomeDated)
		assert.Contains(t, p.Artifacts[3].Content, `"message": "The owner is a list."`)
		assert.Contains(t, p.Artifacts[5].Content, "| `owner` | The owner is a list. Name a team. | `team.always` |")
		contents = append(contents, string(p.JSON))
	}
	assert.Equal(t, contents[0], contents[1])
}

func TestAKeyOfAnotherProposalIsReusedAlsoForAnUnknownRequest(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	r, err := s.Submit(t.Context(), "a", request(t, "checkout"))
	require.NoError(t, err)
	_, err = s.Propose(t.Context(), "a", r.RequestID)
	require.NoError(t, err)
	_, err = s.Propose(t.Context(), "a", "req-00000000000000000000")
	assert.Equal(t, problem.IdempotencyKeyReused, code(err))
}

func TestARefusedProposalSaysWhatToChange(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	r, err := s.Submit(t.Context(), "a", request(t, "reserved"))
	require.NoError(t, err)
	_, err = s.Propose(t.Context(), "a", r.RequestID)
	faults := problem.From(err).Faults
	require.Len(t, faults, 1)
	assert.Equal(t, "application", faults[0].Field)
	assert.Contains(t, faults[0].Message, "Write unreserved.")
}

func TestNoFixWhereRulesContradict(t *testing.T) {
	rule := func(id, want string) string {
		return fmt.Sprintf("- {id: %s, title: t, field: application, level: mandatory, require: 'request.application == %q', message: m, remediation: r, expected: e, suggest: '%q'}\n", id, want, want)
	}
	s := installed(t, &scripted{}, simulation+"policies:\n"+rule("team.a", "alpha")+rule("team.b", "beta"))
	e, err := s.Evaluate(t.Context(), request(t, "checkout"))
	require.NoError(t, err)
	assert.Equal(t, environment.Denied, e.Record.Decision)
	assert.Nil(t, e.Fix)
}

func TestTheDayOfThePolicy(t *testing.T) {
	for profile, want := range map[string]environment.Decision{
		simulation:                               environment.Accepted,
		simulation + "policy_date: '2026-12-14'": environment.Accepted,
		simulation + "policy_date: '2026-12-15'": environment.Denied,
	} {
		s := installed(t, &scripted{}, profile)
		r, err := s.Submit(t.Context(), "a", request(t, "checkout"))
		require.NoError(t, err)
		assert.Equal(t, want, r.Decision, profile)
	}
}

func TestProposalsDoNotDependOnTheDay(t *testing.T) {
	var contents []string
	for _, profile := range []string{simulation, simulation + "policy_date: '2026-12-01'", simulation + "policy_date: '2026-12-14'"} {
		s := installed(t, &scripted{}, profile)
		r, err := s.Submit(t.Context(), "a", request(t, "checkout"))
		require.NoError(t, err)
		p, err := s.Propose(t.Context(), "a", r.RequestID)
		require.NoError(t, err)
		contents = append(contents, string(p.JSON))
	}
	assert.Equal(t, contents[0], contents[1])
	assert.Equal(t, contents[0], contents[2])
}

func TestRecordJSONIsItsEncoding(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	r, err := s.Submit(t.Context(), "a", request(t, "checkout"))
	require.NoError(t, err)
	assert.Contains(t, string(r.JSON), `"violations": []`, "an empty list is a list")
	assert.Contains(t, string(r.JSON), `"advisories": []`)
	var back environment.Record
	require.NoError(t, json.Unmarshal(r.JSON, &back))
	again, err := document.Encode(back)
	require.NoError(t, err)
	assert.Equal(t, string(r.JSON), string(again))
}
