package storetest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// opened returns the views of open after an installation.
func opened(t *testing.T, open Open, views, maxRecords int) []store.Store {
	t.Helper()
	all := open(t, views, maxRecords)
	_, _, err := all[0].Install(t.Context(), store.InstalledProfile{
		Profile: []byte("{}\n"), Platform: "1", Adapter: "a", AdapterVersion: "1",
	})
	require.NoError(t, err)
	return all
}

// addRecord stores a record.
func addRecord(t *testing.T, s store.Store, n int) {
	t.Helper()
	_, err := s.Records().Commit(t.Context(), key(n), record(n))
	require.NoError(t, err)
}

// records returns a page of the list of records.
func records(t *testing.T, s store.Store, f store.RecordFilter, page store.Page) wire.List[store.RecordSummary] {
	t.Helper()
	list, err := s.ListRecords(t.Context(), f, page)
	require.NoError(t, err)
	return list
}

// code returns the code of an error, or an empty code.
func code(err error) problem.Code {
	if err == nil {
		return ""
	}
	return problem.From(err).Code
}

func key(n int) store.Key { return store.Key(fmt.Sprintf("key-%d", n)) }

func fingerprint(n int) string {
	sum := sha256.Sum256(fmt.Append(nil, n))
	return "sha256:" + hex.EncodeToString(sum[:])
}

func requestID(n int) string  { return request.IDOf(fingerprint(n)) }
func proposalID(n int) string { return request.NewID("prop-", fingerprint(-n)) }

// brokenRule is broken by every fourth record.
const brokenRule = "common.network.private"

// record returns a record as a service makes it. Its network is a part of those of some other records.
func record(n int) *store.Record {
	r := request.Record{
		RequestID: requestID(n), Fingerprint: fingerprint(n), Decision: request.Accepted,
		Request: request.Request{
			Application: fmt.Sprintf("app-%d", n), Environment: "development", Owner: "payments@example.com",
			CostCentre: "CC-4711",
			Region:     "north-1", MonthlyBudget: 500, ExpiryDate: "2026-12-15",
			NetworkCIDR: netip.MustParsePrefix(fmt.Sprintf("10.%d.0.0/%d", n%7, 16+n%3)),
		},
		Estimate: request.Estimate{KnownTotal: request.Money{Cents: int64(100 * n), Known: true}},
	}
	if n%4 == 0 {
		r.Decision, r.Violations = request.Denied, []request.Violation{{PolicyID: brokenRule}}
	}
	entry := fmt.Appendf(nil, ",{\n  \"request_id\": %q,\n  \"text\": %q\n}\n", r.RequestID, strings.Repeat("text ", n%50))
	return store.NewRecord(r, entry, time.Date(2026, 11, 21, 12, 0, n, 0, time.UTC))
}

// proposal returns the proposal of a record, with a part that is common to all proposals, and with random
// bytes.
func proposal(n, random int) *store.Proposal {
	return &store.Proposal{
		ProposalID: proposalID(n), RequestID: requestID(n), Status: "ready", Placeholders: []string{"network"},
		Parts: []store.TextPart{
			{Text: fmt.Appendf(nil, ",{\n  \"proposal_id\": %q,\n  \"main\": ", proposalID(n))},
			{Text: []byte("\"" + strings.Repeat("resource {}", 1000) + "\""), Common: true},
			{Text: append(incompressible(random), "\n}\n"...)},
		},
		Summary:    fmt.Appendf(nil, ",{\n  \"proposal_id\": %q\n}\n", proposalID(n)),
		Change:     wire.ProposalChange{Follows: "prop-before", Resources: &wire.ResourceCounts{Added: n, Changed: 1}},
		ReceivedAt: time.Date(2026, 11, 21, 13, 0, n, 0, time.UTC),
	}
}

// incompressible returns n random bytes.
func incompressible(n int) []byte {
	random := rand.NewChaCha8([32]byte{1})
	text := make([]byte, n)
	_, _ = random.Read(text)
	return text
}
