package store

import (
	"bytes"
	"context"
	"slices"
	"sync"

	"platform.internal/platform-core/wire"
)

// Memory is a store in the memory of one process: a restart loses all. It is what the
// specification describes. Nothing in it waits, and no call of it looks at its context.
type Memory struct {
	mu           sync.RWMutex
	installation *Installation
	index        *Index
	records      kept[*Record]
	proposals    kept[*Proposal]
	common       map[string][]byte // the texts that are kept once
}

// NewMemory returns an empty store for at most so many records; 0 is DefaultMaxRecords.
func NewMemory(maxRecords int) *Memory {
	m := &Memory{index: NewIndex(maxRecords), common: map[string][]byte{}}
	m.records = newKept(&m.mu, &m.index.RecordUsage, (*Record).identify, m.addRecord)
	m.proposals = newKept(&m.mu, &m.index.ProposalUsage, (*Proposal).identify, m.addProposal)
	return m
}

// Install is Store.Install.
func (m *Memory) Install(_ context.Context, in Installation) (current Installation, created bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if created = m.installation == nil; created {
		m.installation = &in
	}
	return *m.installation, created, nil
}

// Installation is Store.Installation.
func (m *Memory) Installation(context.Context) (in Installation, found bool, err error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.installation == nil {
		return in, false, nil
	}
	return *m.installation, true, nil
}

// Records is Store.Records.
func (m *Memory) Records() Entries[*Record] { return &m.records }

// Proposals is Store.Proposals.
func (m *Memory) Proposals() Entries[*Proposal] { return &m.proposals }

// ListRecords is Store.ListRecords.
func (m *Memory) ListRecords(_ context.Context, filter RecordFilter, page Page) (wire.List[RecordSummary], error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.index.ListRecords(filter, page)
}

// ListProposals is Store.ListProposals.
func (m *Memory) ListProposals(_ context.Context, filter ProposalFilter, page Page) (wire.List[ProposalSummary], error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.index.ListProposals(filter, page)
}

// Counts is Store.Counts.
func (m *Memory) Counts(context.Context) (Counts, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.index.Counts(), nil
}

// Ready is Store.Ready.
func (m *Memory) Ready(context.Context) error { return nil }

// addRecord keeps what lists show of a record; the lock is held.
func (m *Memory) addRecord(r *Record) { m.index.AddRecord(r.RecordSummary) }

// addProposal keeps what lists show of a proposal, whose own texts it copies: they are
// parts of larger ones; the lock is held.
func (m *Memory) addProposal(p *Proposal) {
	m.index.AddProposal(p.Listed())
	var parts []Part
	for _, part := range p.Parts {
		if kept := m.keptOnce(part); kept != nil {
			parts = append(parts, Part{Text: kept, Common: true})
			continue
		}
		for text := range slices.Chunk(part.Text, wholePart) {
			parts = append(parts, Part{Text: bytes.Clone(text)})
		}
	}
	p.Parts = parts
}

// wholePart is the greatest size of which Go's memory has no rest, in bytes.
const wholePart = 32 << 10

// maxCommon bounds the texts that are kept once: an adapter has one main.tf, and few
// advisories.
const maxCommon = 32

// keptOnce returns the text that is kept for those like a common part; nil for another
// part, and for one text too many.
func (m *Memory) keptOnce(part Part) []byte {
	kept, ok := m.common[string(part.Text)]
	switch {
	case !part.Common || !ok && len(m.common) == maxCommon:
		return nil
	case !ok:
		kept = bytes.Clone(part.Text)
		m.common[string(kept)] = kept
	}
	return kept
}

// kept are the entries of one kind in memory. Everything changes under one lock.
type kept[T any] struct {
	mu        *sync.RWMutex
	usage     *Usage
	identify  func(T) (id, payload string)
	added     func(T) // called with the lock held
	byID      map[string]T
	byPayload map[string]T
	keys      map[Key]string // the payloads that keys are bound to
}

func newKept[T any](mu *sync.RWMutex, usage *Usage, identify func(T) (id, payload string), added func(T)) kept[T] {
	return kept[T]{mu, usage, identify, added, map[string]T{}, map[string]T{}, map[Key]string{}}
}

// Find is Entries.Find.
func (k *kept[T]) Find(_ context.Context, key Key, payload string) (entry T, found bool, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.find(key, payload)
}

// find is Find with the lock held.
func (k *kept[T]) find(key Key, payload string) (entry T, found bool, err error) {
	bound, ok := k.keys[key]
	if ok && bound != payload {
		return entry, false, ErrKeyReused
	}
	entry, found = k.byPayload[payload]
	if !found || ok {
		return entry, found, nil
	}
	if err := k.usage.CapacityForKey(); err != nil {
		return entry, false, err
	}
	k.bind(key, payload)
	return entry, true, nil
}

func (k *kept[T]) bind(key Key, payload string) {
	k.keys[key] = payload
	k.usage.AddKey()
}

// Capacity is Entries.Capacity.
func (k *kept[T]) Capacity(context.Context) error {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.usage.CapacityForEntry()
}

// Commit is Entries.Commit.
func (k *kept[T]) Commit(_ context.Context, key Key, entry T) (canonical T, err error) {
	id, payload := k.identify(entry)
	k.mu.Lock()
	defer k.mu.Unlock()
	canonical, found, err := k.find(key, payload)
	if found || err != nil {
		return canonical, err
	}
	if err := k.usage.CapacityForEntry(); err != nil {
		return canonical, err
	}
	k.added(entry)
	k.byID[id], k.byPayload[payload] = entry, entry
	k.bind(key, payload)
	return entry, nil
}

// Get is Entries.Get.
func (k *kept[T]) Get(_ context.Context, ids ...string) ([]T, error) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	found := make([]T, len(ids))
	for i, id := range ids {
		found[i] = k.byID[id]
	}
	return found, nil
}
