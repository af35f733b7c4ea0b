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
	// Placeholders are the placeholders of the proposal.
	Placeholders []string
	// Change is what the proposal changes.
	Change wire.ProposalChange
	// Parts are the entry of the whole document. Summary is the entry without the contents of the
	// artifacts.
	Parts   []TextPart
	Summary document.Entry
	// ReceivedAt is the time at which the proposal was stored, by the clock of that service. No artifact
	// contains it, and no order depends on it.
	ReceivedAt time.Time
}

// TextPart is a part of a document. A store keeps a common part once. Half of a proposal is main.tf,
// which is the same for each request with the same release of an adapter. The outcomes of the rules
// are also the same for many requests.
type TextPart struct {
	Text   []byte
	Common bool // other proposals have it too
}

// Entry returns the entry of the whole document, in parts.
func (p *Proposal) Entry() [][]byte {
	parts := make([][]byte, len(p.Parts))
	for i, part := range p.Parts {
		parts[i] = part.Text
	}
	return parts
}

// Document returns the whole document, in parts.
func (p *Proposal) Document() [][]byte {
	parts := p.Entry()
	parts[0] = document.Entry(parts[0]).Document()
	return parts
}

// JSON returns the whole document.
func (p *Proposal) JSON() []byte { return slices.Concat(p.Document()...) }

// Listed returns what a list shows of the proposal itself.
func (p *Proposal) Listed() ProposalSummary {
	s := ProposalSummary{ProposalID: p.ProposalID, RequestID: p.RequestID, SummarySize: len(p.Summary)}
	s.ReceivedAt, s.ProposalChange = p.ReceivedAt, p.Change
	for _, part := range p.Parts {
		s.Size += len(part.Text)
	}
	return s
}

// ProposalSummary is what a list shows of a proposal and selects by.
type ProposalSummary struct {
	ProposalID string
	RequestID  string
	wire.ProposalOrigin
	// Size and SummarySize are the lengths of the entries of the whole document and of the summary, in
	// bytes.
	Size, SummarySize int
}

// summaryEnd is the end of the encoding of a summary.
const summaryEnd = "\n}\n"

// ListEntry returns the entry of the proposal in a list of summaries, in parts: its own summary and the
// members of its [wire.ProposalOrigin].
func (p *Proposal) ListEntry(s ProposalSummary) ([][]byte, error) {
	more, err := s.origin()
	return [][]byte{bytes.TrimSuffix(p.Summary, []byte(summaryEnd)), more}, err
}

// ListEntrySize returns the length of the entry of [Proposal.ListEntry], in bytes.
func (s ProposalSummary) ListEntrySize() (int, error) {
	more, err := s.origin()
	return s.SummarySize - len(summaryEnd) + len(more), err
}

// origin returns the members after the proposal's own summary.
func (s ProposalSummary) origin() ([]byte, error) {
	more, err := document.EncodeEntry(s.ProposalOrigin)
	return append([]byte{','}, bytes.TrimPrefix(more, []byte(",{"))...), err
}
