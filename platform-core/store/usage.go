package store

import (
	"math"

	"platform.internal/platform-core/problem"
)

// DefaultMaxRecords is the limit of records if no other is set. In memory, a record takes some 40 KB
// and a proposal 70 KB.
const DefaultMaxRecords = 10_000

// The limits of idempotency keys and of bytes of JSON for each allowed record. Records of the examples
// take up to 39 KB, and their proposals up to 163 KB. So ordinary use reaches the limit of records
// first.
const (
	keysPerRecord    = 4
	bytesPerRecord   = 64 << 10
	bytesPerProposal = 192 << 10
)

// Usage counts the stored things of one kind, and has their limits.
type Usage struct {
	name                          string // plural
	Entries, Bytes, Keys          int
	MaxEntries, MaxBytes, MaxKeys int
}

// usages returns the usages of an empty store for at most maxRecords records, or
// [DefaultMaxRecords] if it is 0. The last entry may exceed the limit of bytes, so that a store can
// refuse the next one before it is made.
func usages(maxRecords int) (records, proposals Usage) {
	if maxRecords <= 0 {
		maxRecords = DefaultMaxRecords
	}
	maxRecords = min(maxRecords, math.MaxInt/bytesPerProposal)
	keys := maxRecords * keysPerRecord
	usage := func(name string, bytes int) Usage {
		return Usage{name: name, MaxEntries: maxRecords, MaxKeys: keys, MaxBytes: bytes}
	}
	return usage("records", max(maxRecords*bytesPerRecord, MaxRecordSize)),
		usage("proposals", max(maxRecords*bytesPerProposal, MaxProposalSize))
}

// CapacityForKey fails with capacity_exhausted if no new key can be bound.
func (u *Usage) CapacityForKey() error {
	if u.Keys >= u.MaxKeys {
		return exhausted(u.MaxKeys, "idempotency keys")
	}
	return nil
}

// CapacityForEntry fails with capacity_exhausted if no new entry can be stored with a new key.
func (u *Usage) CapacityForEntry() error {
	switch {
	case u.Entries >= u.MaxEntries:
		return exhausted(u.MaxEntries, u.name)
	case u.Bytes >= u.MaxBytes:
		return exhausted(u.MaxBytes>>10, "KiB of "+u.name)
	default:
		return u.CapacityForKey()
	}
}

// Used returns the used part of the capacity, from 0 to 1: of entries, bytes or keys, whichever is
// nearest to its limit.
func (u *Usage) Used() float64 {
	part := func(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
	return min(1, max(part(u.Entries, u.MaxEntries), part(u.Bytes, u.MaxBytes), part(u.Keys, u.MaxKeys)))
}

// Left reports whether this number of entries of the usual size can be stored, each with a key.
func (u *Usage) Left(entries int) bool {
	return u.Entries+entries <= u.MaxEntries && u.Keys+entries <= u.MaxKeys && u.Bytes+entries*bytesPerRecord <= u.MaxBytes
}

// AddKey counts a bound key.
func (u *Usage) AddKey() { u.Keys++ }

func (u *Usage) addEntry(bytes int) {
	u.Entries++
	u.Bytes += bytes
}

// exhausted returns the error for a full store. It has no time to retry, because waiting does not
// help.
func exhausted(limit int, what string) *problem.Problem {
	return problem.New(problem.CapacityExhausted,
		"This service holds its limit of %d %s. What is stored is still served. "+
			"For new ones, its operator starts it with a larger --max-records; a store in memory is then empty.", limit, what)
}
