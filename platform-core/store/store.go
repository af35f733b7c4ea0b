package store

import (
	"context"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// Store keeps the state of one service, or of several that share it. Its methods may
// be called from many goroutines, and their history is linearizable.
//
// An error is a *problem.Problem or the context's own: store_unavailable where the
// store cannot be reached or did not answer in time. A call that stores may then have
// done so; it can be repeated, and does nothing twice.
type Store interface {
	// Install makes the installation the only one, where there is none yet. It returns the one
	// that there is, and whether that is new.
	Install(ctx context.Context, in Installation) (current Installation, created bool, err error)
	// Installation returns the installation; found is false while there is none.
	Installation(ctx context.Context) (in Installation, found bool, err error)

	// Records are the stored records. The payload of a record is its fingerprint, from which
	// its ID derives.
	Records() Entries[*Record]
	// Proposals are the stored proposals. The payload of one is the ID of its request.
	Proposals() Entries[*Proposal]

	// ListRecords returns a page of what lists show of the records. See Page for the error.
	ListRecords(ctx context.Context, filter RecordFilter, page Page) (wire.List[RecordSummary], error)
	// ListProposals returns a page of what lists show of the proposals. See Page for the error.
	ListProposals(ctx context.Context, filter ProposalFilter, page Page) (wire.List[ProposalSummary], error)
	// Counts returns the figures of now.
	Counts(ctx context.Context) (Counts, error)
	// Ready fails with store_unavailable where the store cannot be reached.
	Ready(ctx context.Context) error
}

// Entries keep one canonical entry for each payload, and bind idempotency keys to
// payloads. Keys of records and of proposals are apart.
type Entries[T any] interface {
	// Find returns the entry of the payload, and binds the key to it; found is false where
	// there is no entry. The error is idempotency_key_reused where the key is bound to
	// another payload, and capacity_exhausted where there is no capacity for a new key.
	Find(ctx context.Context, key Key, payload string) (entry T, found bool, err error)
	// Capacity returns capacity_exhausted where there is none for a new entry with a new key.
	Capacity(ctx context.Context) error
	// Commit stores the entry and binds the key to it, in one step. Where its payload has
	// an entry by now, it returns that one, with the key bound to it. The error is as of
	// Find and Capacity.
	Commit(ctx context.Context, key Key, entry T) (canonical T, err error)
	// Get returns the entries with the IDs, in their order; one that is not stored is nil.
	Get(ctx context.Context, ids ...string) ([]T, error)
}

// Installation is what a store is locked to.
type Installation struct {
	// Profile is the resolved profile as JSON.
	Profile []byte
	// Platform, Adapter and AdapterVersion are the release that installed it, and the adapter's ID
	// and version. Another release or adapter may decide otherwise.
	Platform, Adapter, AdapterVersion string
}

// Counts are the figures of what is stored. Equal histories give equal counts.
type Counts struct {
	// Requests counts the records by decision.
	Requests  map[request.Decision]int
	Proposals int
	// Violations counts the violations of the records by policy ID.
	Violations map[string]int
	// How much of the store's capacity is used.
	RecordUsage, ProposalUsage Usage
	// DatabaseUsage has the bytes of a database that keeps the store, and its quota. It is zero if either is
	// unknown. Others may use the database too, so the history does not determine it.
	DatabaseUsage Usage
}

// Used returns the part of the capacity that is used, from 0 to 1, by the usage that is nearest to its limit.
func (c *Counts) Used() float64 {
	return max(c.RecordUsage.Used(), c.ProposalUsage.Used(), c.DatabaseUsage.Used())
}

// Bounds of one entry, as it is encoded. Those of the examples take up to 39 KB and
// 163 KB. What makes them large is the adapter's answer: the rest is bounded by the
// size of a request and of a profile.
const (
	MaxRecordSize   = 1 << 20
	MaxProposalSize = 4 << 20
)

// ErrKeyReused is a key that is bound to another payload.
var ErrKeyReused = problem.New(problem.IdempotencyKeyReused, "This idempotency key was already used with another payload.")
