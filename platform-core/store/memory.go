package store

import (
	"bytes"
	"context"
	"slices"
	"sync"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/wire"
)

// Memory is a [Store] in the memory of one process. A restart loses its contents. Its methods never wait
// and ignore their context. Create it with [NewMemory].
type Memory struct {
	mu           sync.RWMutex
	installation *InstalledProfile
	index        *Index
	records      kept[*Record]
	proposals    kept[*Proposal]
	common       map[string][]byte // common parts
}

// NewMemory returns an empty store for at most maxRecords records. If maxRecords is 0, the limit is
// [DefaultMaxRecords].
func NewMemory(maxRecords int) *Memory {
	m := &Memory{index: NewIndex(maxRecords), common: map[string][]byte{}}
	m.records = newKept(&m.mu, &m.index.RecordUsage, func(r *Record) (id, payload string) {
		return r.RequestID, r.Fingerprint
	}, func(r *Record) { m.index.AddRecord(r.RecordSummary) })
	m.proposals = newKept(&m.mu, &m.index.ProposalUsage, func(p *Proposal) (id, payload string) {
		return p.ProposalID, p.RequestID
	}, m.addProposal)
	return m
}

// Install implements [Store].
func (m *Memory) Install(_ context.Context, in InstalledProfile) (current InstalledProfile, created bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if created = m.installation == nil; created {
		m.installation = &in
	}
	return *m.installation, created, nil
}

// Installation implements [Store].
func (m *Memory) Installation(context.Context) (in InstalledProfile, ok bool, err error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.installation == nil {
		return in, false, nil
	}
	return *m.installation, true, nil
}

// Records implements [Store].
func (m *Memory) Records() Entries[*Record] { return &m.records }

// Proposals implements [Store].
func (m *Memory) Proposals() Entries[*Proposal] { return &m.proposals }

// ListRecords implements [Store].
func (m *Memory) ListRecords(_ context.Context, filter RecordFilter, page Page) (wire.List[RecordSummary], error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.index.ListRecords(filter, page)
}

// ListProposals implements [Store].
func (m *Memory) ListProposals(
	_ context.Context, filter ProposalFilter, page Page) (wire.List[ProposalSummary], error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.index.ListProposals(filter, page)
}

// ListEnvironments implements [Store].
func (m *Memory) ListEnvironments(
	_ context.Context, filter EnvironmentFilter, page Page) (wire.List[wire.Environment], error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.index.ListEnvironments(filter, page)
}

// Networks implements [Store].
func (m *Memory) Networks(context.Context) ([]portfolio.Network, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.index.Networks(), nil
}

// Counts implements [Store].
func (m *Memory) Counts(context.Context) (Counts, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.index.Counts(), nil
}

// Ready implements [Store].
func (m *Memory) Ready(context.Context) error { return nil }

// addProposal adds a proposal to the index, and copies its parts, because they are slices of larger
// texts. The caller holds the lock.
func (m *Memory) addProposal(p *Proposal) {
	m.index.AddProposal(p.Listed())
	var parts []TextPart
	for _, part := range p.Parts {
		if text := m.commonText(part); text != nil {
			parts = append(parts, TextPart{Text: text, Common: true})
			continue
		}
		for text := range slices.Chunk(part.Text, wholePart) {
			parts = append(parts, TextPart{Text: bytes.Clone(text)})
		}
	}
	p.Parts = parts
}

// wholePart is the largest size that Go allocates without unused memory, in bytes.
const wholePart = 32 << 10

// maxCommon limits the common texts. An adapter has one main.tf and few advisories.
const maxCommon = 32

// commonText returns the text that the store keeps for all common parts with this text. It returns nil if
// the part is not common, or if there are too many common texts.
func (m *Memory) commonText(part TextPart) []byte {
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

// kept implements [Entries] for one kind. One lock protects all of it.
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

// Bind implements [Entries].
func (k *kept[T]) Bind(_ context.Context, key Key, payload string) (entry T, ok bool, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.bind(key, payload)
}

// bind is Bind for a caller that holds the lock.
func (k *kept[T]) bind(key Key, payload string) (entry T, found bool, err error) {
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
	k.keys[key] = payload
	k.usage.AddKey()
	return entry, true, nil
}

// Capacity implements [Entries].
func (k *kept[T]) Capacity(context.Context) error {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.usage.CapacityForEntry()
}

// Commit implements [Entries].
func (k *kept[T]) Commit(_ context.Context, key Key, entry T) (canonical T, err error) {
	id, payload := k.identify(entry)
	k.mu.Lock()
	defer k.mu.Unlock()
	canonical, found, err := k.bind(key, payload)
	if found || err != nil {
		return canonical, err
	}
	if err := k.usage.CapacityForEntry(); err != nil {
		return canonical, err
	}
	k.added(entry)
	k.byID[id], k.byPayload[payload] = entry, entry
	canonical, _, err = k.bind(key, payload)
	return canonical, err
}

// Get implements [Entries].
func (k *kept[T]) Get(_ context.Context, ids ...string) ([]T, error) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	found := make([]T, len(ids))
	for i, id := range ids {
		found[i] = k.byID[id]
	}
	return found, nil
}
