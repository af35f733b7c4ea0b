package store

import (
	"math"

	"platform.internal/platform-core/problem"
)

// DefaultMaxRecords bounds the records of a store for which no other bound is named.
// In memory a record takes some 40 KB, a proposal 70 KB.
const DefaultMaxRecords = 10_000

// Each record that is allowed for allows for so many idempotency keys, and so many
// bytes of JSON of each kind. Those of the examples take up to 39 KB, and their
// proposals up to 163 KB, so ordinary use meets the number of records first.
const (
	keysPerRecord    = 4
	bytesPerRecord   = 64 << 10
	bytesPerProposal = 192 << 10
)

// Usage is how much is stored of one kind, and how much may be.
type Usage struct {
	name                          string // plural
	Entries, Bytes, Keys          int
	MaxEntries, MaxBytes, MaxKeys int
}

// usages returns the usages of an empty store for at most so many records; 0 is
// DefaultMaxRecords. What reaches the bytes is stored, so that what is beyond can be
// refused before it is made.
func usages(maxRecords int) (records, proposals Usage) {
	if maxRecords <= 0 {
		maxRecords = DefaultMaxRecords
	}
	maxRecords = min(maxRecords, math.MaxInt/bytesPerProposal)
	keys := maxRecords * keysPerRecord
	records = Usage{name: "records", MaxEntries: maxRecords, MaxKeys: keys, MaxBytes: max(maxRecords*bytesPerRecord, MaxRecordSize)}
	proposals = Usage{name: "proposals", MaxEntries: maxRecords, MaxKeys: keys, MaxBytes: max(maxRecords*bytesPerProposal, MaxProposalSize)}
	return records, proposals
}

// CapacityForKey returns capacity_exhausted where no new key can be bound.
func (u *Usage) CapacityForKey() error {
	if u.Keys >= u.MaxKeys {
		return exhausted(u.MaxKeys, "idempotency keys")
	}
	return nil
}

// CapacityForEntry returns capacity_exhausted where no new entry can be stored with a
// new key.
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

// Used returns the part of the capacity that is used, from 0 to 1: of entries, bytes or
// keys, whichever is met first.
func (u *Usage) Used() float64 {
	part := func(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
	return min(1, max(part(u.Entries, u.MaxEntries), part(u.Bytes, u.MaxBytes), part(u.Keys, u.MaxKeys)))
}

// Left reports whether so many entries with a key each can be stored, of the usual size.
func (u *Usage) Left(entries int) bool {
	return u.Entries+entries <= u.MaxEntries && u.Keys+entries <= u.MaxKeys && u.Bytes+entries*bytesPerRecord <= u.MaxBytes
}

// AddKey counts a key that was bound.
func (u *Usage) AddKey() { u.Keys++ }

func (u *Usage) addEntry(bytes int) {
	u.Entries++
	u.Bytes += bytes
}

// exhausted refuses new things of a kind. Waiting does not help, so there is no
// time to retry after.
func exhausted(limit int, what string) *problem.Problem {
	return problem.New(problem.CapacityExhausted, "This service holds its limit of %d %s. What is stored is still served. "+
		"For new ones, its operator starts it with a larger --max-records; a store in memory is then empty.", limit, what)
}
