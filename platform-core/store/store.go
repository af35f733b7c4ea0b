package store

import (
	"context"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// Store keeps the state of one service, or of several services that share it. Its methods are safe for
// concurrent use, and their history is linearizable.
//
// An error is a [problem.Problem] or the error of the context. It has code store_unavailable if the
// store cannot be reached or does not answer in time. The call may have taken effect. A repeated call
// has no second effect.
type Store interface {
	// Install stores the installation if there is none. It returns the stored installation, and whether
	// this call stored it.
	Install(ctx context.Context, in InstalledProfile) (current InstalledProfile, created bool, err error)
	// Installation returns the installation. It returns false if there is none.
	Installation(ctx context.Context) (in InstalledProfile, ok bool, err error)

	// Records returns the stored records. The payload of a record is its fingerprint; its ID derives from
	// the fingerprint.
	Records() Entries[*Record]
	// Proposals returns the stored proposals. The payload of a proposal is the ID of its request.
	Proposals() Entries[*Proposal]

	// ListRecords returns a page of the list of records. See [Page] for the error.
	ListRecords(ctx context.Context, filter RecordFilter, page Page) (wire.List[RecordSummary], error)
	// ListProposals returns a page of the list of proposals. See [Page] for the error.
	ListProposals(ctx context.Context, filter ProposalFilter, page Page) (wire.List[ProposalSummary], error)
	// ListEnvironments returns a page of the list of environments: see [Index.ListEnvironments].
	ListEnvironments(ctx context.Context, filter EnvironmentFilter, page Page) (wire.List[wire.Environment], error)
	// Networks returns the network of each environment, in no order.
	Networks(ctx context.Context) ([]portfolio.Network, error)
	// Counts returns the current counts.
	Counts(ctx context.Context) (Counts, error)
	// Ready fails with store_unavailable if the store cannot be reached.
	Ready(ctx context.Context) error
}

// Entries has one canonical entry for each payload, and binds idempotency keys to payloads. Records and
// proposals have separate keys.
type Entries[T any] interface {
	// Bind returns the entry of the payload and binds the key to it. It returns false if there is no
	// entry. It fails with idempotency_key_reused if the key is bound to another payload, and with
	// capacity_exhausted if there is no capacity for a new key.
	Bind(ctx context.Context, key Key, payload string) (entry T, ok bool, err error)
	// Capacity fails with capacity_exhausted if there is no capacity for a new entry with a new key.
	Capacity(ctx context.Context) error
	// Commit stores the entry and binds the key to it, in one step. If its payload has an entry already,
	// it binds the key to that entry and returns it. It fails as Bind and Capacity do.
	Commit(ctx context.Context, key Key, entry T) (canonical T, err error)
	// Get returns the entries with the IDs, in their order. An entry that is not stored is nil.
	Get(ctx context.Context, ids ...string) ([]T, error)
}

// InstalledProfile is the installation of a store. It never changes.
type InstalledProfile struct {
	// Profile is the resolved profile as JSON.
	Profile []byte
	// Platform is the release that installed the profile. Adapter and AdapterVersion are the ID and the
	// version of the adapter. Another release or adapter may decide differently.
	Platform, Adapter, AdapterVersion string
	// AdapterDigest is the SHA-256 of the adapter's binary, "sha256:" and hex digits. It is empty in a store of an
	// earlier build.
	AdapterDigest string
}

// Counts are the numbers of stored things. Equal histories give equal counts.
type Counts struct {
	// Requests counts the records by decision.
	Requests  map[request.Decision]int
	Proposals int
	// Violations counts the violations of the records by policy ID.
	Violations map[string]int
	// RecordUsage and ProposalUsage are the used capacity.
	RecordUsage, ProposalUsage Usage
	// DatabaseUsage has the bytes of the store's database, and its quota. It is zero if either is unknown.
	// Others may use the database too, so the history does not determine it.
	DatabaseUsage Usage
}

// Used returns the used part of the capacity, from 0 to 1, of the usage that is nearest to its limit.
func (c *Counts) Used() float64 {
	return max(c.RecordUsage.Used(), c.ProposalUsage.Used(), c.DatabaseUsage.Used())
}

// Limits of one encoded entry, in bytes. Entries of the examples take up to 39 KB and 163 KB. A large
// entry has a large answer of an adapter, because requests and profiles have limits of their own.
const (
	MaxRecordSize   = 1 << 20
	MaxProposalSize = 4 << 20
)

// ErrKeyReused is the error for a key that is bound to another payload.
var ErrKeyReused = problem.New(problem.IdempotencyKeyReused,
	"This idempotency key was already used with another payload.")
