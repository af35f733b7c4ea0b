package store

import (
	"bytes"
	"slices"
	"time"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/wire"
)

// Proposal is a stored proposal.
type Proposal struct {
	ProposalID string
	RequestID  string
	Status     string
	// Placeholders are those of the proposal.
	Placeholders []string
	// Parts are those of the whole document, as an entry; Summary is the one without
	// what the artifacts hold.
	Parts   []Part
	Summary document.Entry
	// ReceivedAt is the clock of the service that stored the proposal. It is in no
	// artifact, and no order depends on it.
	ReceivedAt time.Time
}

// Part is a part of a document. Half of a proposal is main.tf, which is one text
// for every request of an adapter's version; so is how the rules came out, which is one text
// for every request that follows them alike. A store keeps such a text once.
type Part struct {
	Text   []byte
	Common bool // other proposals have it too
}

// Entry returns the parts of the whole document, as an entry.
func (p *Proposal) Entry() [][]byte {
	parts := make([][]byte, len(p.Parts))
	for i, part := range p.Parts {
		parts[i] = part.Text
	}
	return parts
}

// Document returns the parts of the whole document.
func (p *Proposal) Document() [][]byte {
	parts := p.Entry()
	parts[0] = document.Entry(parts[0]).Document()
	return parts
}

// JSON returns the whole document.
func (p *Proposal) JSON() []byte { return slices.Concat(p.Document()...) }

// Listed returns what lists show of the proposal itself.
func (p *Proposal) Listed() ProposalSummary {
	s := ProposalSummary{ProposalID: p.ProposalID, RequestID: p.RequestID, SummarySize: len(p.Summary)}
	s.ReceivedAt = p.ReceivedAt
	for _, part := range p.Parts {
		s.Size += len(part.Text)
	}
	return s
}

// identify returns the ID and the payload.
func (p *Proposal) identify() (id, payload string) { return p.ProposalID, p.RequestID }

// ProposalSummary is what a list shows of a proposal, and selects by.
type ProposalSummary struct {
	ProposalID string
	RequestID  string
	wire.ProposalOrigin
	// Size and SummarySize are the lengths of the whole document's entry and of its summary's,
	// in bytes.
	Size, SummarySize int
}

// summaryEnd is how the encoding of a summary ends.
const summaryEnd = "\n}\n"

// ListEntry returns what a list in summary sends of a stored proposal, as an entry in
// parts: its summary, what it is of, and when it was stored.
func (p *Proposal) ListEntry(s ProposalSummary) ([][]byte, error) {
	more, err := s.origin()
	return [][]byte{bytes.TrimSuffix(p.Summary, []byte(summaryEnd)), more}, err
}

// ListEntrySize returns the length of the ListEntry, in bytes.
func (s ProposalSummary) ListEntrySize() (int, error) {
	more, err := s.origin()
	return s.SummarySize - len(summaryEnd) + len(more), err
}

// origin returns the members that follow those of the proposal's own summary.
func (s ProposalSummary) origin() ([]byte, error) {
	more, err := document.EncodeEntry(s.ProposalOrigin)
	return append([]byte{','}, bytes.TrimPrefix(more, []byte(",{"))...), err
}
