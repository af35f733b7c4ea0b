package service_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
)

// proposes returns the ID of the proposal of a request with the budget.
func proposes(t *testing.T, s *service.Service, application string, budget int64) string {
	t.Helper()
	r := theRequest(t, application)
	r.MonthlyBudget = budget
	key := store.Key(r.Identify().RequestID)
	recorded := submitted(t, s, key, r)
	p := proposed(t, s, key, recorded.RequestID)
	return p.ProposalID
}

func TestHandover(t *testing.T) {
	now := clock()
	adapters := catalogOf{impl: &scripted{}}
	s := installedWith(t, service.Options{Adapters: adapters, Now: func() time.Time { return now }}, simulation)
	first, later, other := proposes(t, s, "checkout", 500), proposes(t, s, "checkout", 700), proposes(t, s, "billing", 500)
	now = now.AddDate(0, 0, 3)

	for name, test := range map[string]struct {
		id, supersedes, title string
		written, removed      int
	}{
		"a new environment":   {first, "", "Add checkout development in north-1", 8, 0},
		"a change":            {later, first, "Change checkout development in north-1: monthly_budget", 6, 1},
		"the change, undone":  {first, later, "Change checkout development in north-1: monthly_budget", 6, 1},
		"the same once again": {first, first, "Keep checkout development in north-1", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			h, day, err := s.Handover(t.Context(), test.id, test.supersedes)
			require.NoError(t, err)
			assert.Equal(t, test.id, h.ProposalID)
			assert.Equal(t, test.title, h.Title)
			assert.Len(t, h.Written, test.written)
			assert.Len(t, h.Removed, test.removed)
			assert.Equal(t, request.Date("2026-11-21"), day, "the day of the decision, not of the call")
		})
	}

	for name, test := range map[string]struct {
		id, supersedes string
		code           problem.Code
		field, says    string
	}{
		"an unknown proposal":    {"prop-0", first, problem.ProposalNotFound, "", "No proposal has the ID prop-0 here."},
		"an unknown predecessor": {first, "prop-0", problem.ProposalNotFound, "supersedes", "No proposal has the ID prop-0 here."},
		"another environment": {first, other, problem.InvalidRequest, "supersedes",
			"is a proposal of provider_t/north-1/billing/development/terraform.tfstate; write the ID of an earlier proposal of " +
				"provider_t/north-1/checkout/development/terraform.tfstate, or leave it out"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := s.Handover(t.Context(), test.id, test.supersedes)
			require.Error(t, err)
			p := problem.From(err)
			assert.Equal(t, test.code, p.Code)
			assert.Contains(t, p.Error(), test.says)
			if test.field != "" {
				require.Len(t, p.Faults, 1)
				assert.Equal(t, test.field, p.Faults[0].Field)
			}
		})
	}
}
