package portal_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/portaltest"
)

// spoiled returns an API's answer in which a member of the first item is replaced.
func spoiled(t *testing.T, list any, member string, value any) http.HandlerFunc {
	t.Helper()
	text, err := json.Marshal(list)
	require.NoError(t, err)
	var answer map[string]any
	require.NoError(t, json.Unmarshal(text, &answer))
	answer["items"].([]any)[0].(map[string]any)[member] = value
	return portaltest.JSON(answer)
}

// TestAnEntryThatCannotBeReadHidesNoOther checks every page that lists requests or proposals.
func TestAnEntryThatCannotBeReadHidesNoOther(t *testing.T) {
	broken, whole := denied(), denied()
	broken.Request.Application, whole.Request.Application = "billing", "checkout"
	whole.RequestID = "req-00000000000000000001"
	requests := portaltest.List{Items: []request.Record{broken, whole}}
	proposals := map[string]any{"items": []map[string]any{
		{"proposal_id": "prop-0", "application": "billing", "status": "ready_for_review", "known_total": "1.00", "monthly_budget": 800},
		{"proposal_id": "prop-1", "application": "invoicing", "status": "ready_for_review", "known_total": "1.00", "monthly_budget": 800},
	}}
	for name, fault := range map[string]struct {
		member string
		value  any
	}{
		"an amount that wrapped":        {"known_total", "--92233720368547758.0("},
		"an amount as a number":         {"known_total", 5},
		"a budget as text":              {"monthly_budget", "much"},
		"a moment of no day":            {"received_at", "2026-02-30T00:00:00Z"},
		"an application that is a list": {"application", []string{"x"}},
	} {
		t.Run(name, func(t *testing.T) {
			address := portaltest.Start(t, with(portaltest.Answers{
				"/v1/environment-requests/" + whole.RequestID: portaltest.JSON(whole),
				portaltest.RequestsPath:                       spoiled(t, requests, fault.member, fault.value),
				proposalsPath:                                 spoiled(t, proposals, fault.member, fault.value),
			}))
			for path, others := range map[string][]string{
				"/": {"checkout"}, "/requests": {"checkout"}, "/operations": {"invoicing"},
				"/requests/" + whole.RequestID: {"checkout"}, "/requests/compare?a=" + whole.RequestID: {"checkout"},
			} {
				text := page(t, address, path, http.StatusOK).Text()
				for _, other := range others {
					assert.Contains(t, text, other, path)
				}
				assert.Contains(t, text, "Not readable", path)
				assert.NotContains(t, text, "9223372036854775", path)
				assert.NotContains(t, text, "of 0", path)
			}
		})
	}
}
