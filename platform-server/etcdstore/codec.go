package etcdstore

import (
	"slices"
	"time"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// codec is how the entries of one kind are written.
type codec[T any] struct {
	kind string
	// identify returns the ID of an entry, the ID of its request, and its payload.
	identify func(T) (id, requestID, payload string)
	// requestOf returns the ID of the request of a payload.
	requestOf func(payload string) string
	// requestOfID returns the ID of the request of an entry; empty if the index does not have the entry.
	requestOfID func(x *store.Index, id string) string
	// maxSize bounds the size of an entry, in bytes.
	maxSize int
	// encode adds the pieces of an entry, and returns the header of its value.
	encode func(T, *pieces) header
	// entry returns the entry of a header and the parts of its document.
	entry func(header, []store.TextPart) T
}

// header begins the value of an entry. The log has the header too, without the fields that only the value has.
type header struct {
	Fingerprint string       `json:"fingerprint,omitempty"` // of a record, only in the value
	ProposalID  string       `json:"proposal_id,omitempty"`
	RequestID   string       `json:"request_id,omitempty"` // of a proposal
	ReceivedAt  time.Time    `json:"received_at,omitzero"` // of a proposal
	Summary     wire.Summary `json:"summary,omitzero"`     // of a record
	Size        int          `json:"size"`
	SummarySize int          `json:"summary_size,omitempty"` // of a proposal
	// Change is what a proposal changes.
	Change wire.ProposalChange `json:"change,omitzero"`
	// Digest is that of the entry's value. It is only in the log.
	Digest string `json:"digest,omitempty"`
	// The rest is only in the value. Document is how many of the pieces are of a proposal's document; the others
	// are of its summary.
	Status       string   `json:"status,omitempty"`
	Placeholders []string `json:"placeholders,omitempty"`
	Document     int      `json:"document,omitempty"`
	Pieces       []piece  `json:"pieces,omitempty"`
}

// logged returns the header in the log, with the digest of the entry's value.
func (h header) logged(digest string) header {
	return header{
		ProposalID: h.ProposalID, RequestID: h.RequestID, ReceivedAt: h.ReceivedAt, Summary: h.Summary,
		Size: h.Size, SummarySize: h.SummarySize, Change: h.Change, Digest: digest,
	}
}

// record returns the summary of a record for lists.
func (h header) record() store.RecordSummary {
	return store.RecordSummary{Summary: h.Summary, Size: h.Size}
}

// proposal returns the summary of a proposal for lists.
func (h header) proposal() store.ProposalSummary {
	return store.ProposalSummary{
		ProposalID: h.ProposalID, RequestID: h.RequestID, Size: h.Size, SummarySize: h.SummarySize,
		ProposalOrigin: wire.ProposalOrigin{ReceivedAt: h.ReceivedAt, ProposalChange: h.Change},
	}
}

var recordCodec = codec[*store.Record]{
	kind: recordKind,
	identify: func(r *store.Record) (id, requestID, payload string) {
		return r.RequestID, r.RequestID, r.Fingerprint
	},
	requestOf: request.IDOf,
	requestOfID: func(_ *store.Index, id string) string {
		if !request.IsRequestID(id) {
			return ""
		}
		return id
	},
	maxSize: store.MaxRecordSize + 1, // an entry has a comma before its document
	encode: func(r *store.Record, p *pieces) header {
		p.add(r.Entry, false)
		return header{Fingerprint: r.Fingerprint, Summary: r.Summary, Size: r.Size, Pieces: p.list}
	},
	entry: func(h header, parts []store.TextPart) *store.Record {
		return &store.Record{RecordSummary: h.record(), Fingerprint: h.Fingerprint, Entry: joined(parts)}
	},
}

var proposalCodec = codec[*store.Proposal]{
	kind: proposalKind,
	identify: func(p *store.Proposal) (id, requestID, payload string) {
		return p.ProposalID, p.RequestID, p.RequestID
	},
	requestOf:   func(payload string) string { return payload },
	requestOfID: (*store.Index).RequestOf,
	maxSize:     2 * store.MaxProposalSize, // the document and its summary
	encode: func(p *store.Proposal, into *pieces) header {
		for _, part := range p.Parts {
			into.add(part.Text, part.Common)
		}
		document := len(into.list)
		into.add(p.Summary, false)
		return header{
			ProposalID: p.ProposalID, RequestID: p.RequestID, ReceivedAt: p.ReceivedAt, Size: p.Listed().Size,
			SummarySize: len(p.Summary), Change: p.Change,
			Status: p.Status, Placeholders: p.Placeholders, Document: document, Pieces: into.list,
		}
	},
	entry: func(h header, parts []store.TextPart) *store.Proposal {
		document := min(max(h.Document, 0), len(parts))
		return &store.Proposal{
			ProposalID: h.ProposalID, RequestID: h.RequestID, Status: h.Status, Placeholders: h.Placeholders,
			ReceivedAt: h.ReceivedAt, Change: h.Change,
			Parts: parts[:document], Summary: joined(parts[document:]),
		}
	},
}

// joined returns the parts as one text.
func joined(parts []store.TextPart) []byte {
	if len(parts) == 1 {
		return parts[0].Text
	}
	var all [][]byte
	for _, p := range parts {
		all = append(all, p.Text)
	}
	return slices.Concat(all...)
}
