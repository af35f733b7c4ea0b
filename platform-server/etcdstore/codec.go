package etcdstore

import (
	"slices"
	"time"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
)

// codec is how the entries of one kind are written.
type codec[T any] struct {
	kind, keyKind string
	usage         func(*store.Index) *store.Usage
	// identify returns the ID of an entry, the ID of its request, and its payload.
	identify func(T) (id, requestID, payload string)
	// requestOf returns the ID of the request of a payload.
	requestOf func(payload string) string
	// requestOfID returns the ID of the request of an entry; empty where the index has no
	// such entry.
	requestOfID func(x *store.Index, id string) string
	// has reports whether the index has an entry.
	has func(x *store.Index, id string) bool
	// size is that of an entry in memory, in bytes.
	size func(T) int
	// maxSize bounds the size of an entry, in bytes.
	maxSize int
	// logged is what the log has of an entry, whose value has a digest.
	logged func(entry T, digest string) any
	// encode adds the pieces of an entry, and returns the header of its value.
	encode func(T, *pieces) any
	// decode returns what a content says of an entry. It unpacks nothing.
	decode func(content []byte) (decoded[T], error)
}

// decoded is an entry without its texts.
type decoded[T any] struct {
	list    []piece
	size    int // of all pieces, in bytes
	inline  []byte
	payload string
	// entry returns the entry of the parts of its document.
	entry func(parts []store.Part) T
}

// recordHeader is the header of a record, and what the log has of it.
type recordHeader struct {
	Fingerprint string              `json:"fingerprint,omitempty"` // not in the log
	Summary     store.RecordSummary `json:"summary"`
	Size        int                 `json:"size"`
	Pieces      []piece             `json:"pieces,omitempty"` // not in the log
	// Digest is that of the record's value. It is only in the log.
	Digest string `json:"digest,omitempty"`
}

// summary returns what lists show of the record.
func (h recordHeader) summary() store.RecordSummary {
	s := h.Summary
	s.Size = h.Size
	return s
}

var recordCodec = codec[*store.Record]{
	kind: recordKind, keyKind: recordKeyKind,
	usage: func(x *store.Index) *store.Usage { return &x.RecordUsage },
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
	has:     (*store.Index).HasRecord,
	size:    func(r *store.Record) int { return r.Size },
	maxSize: store.MaxRecordSize + 1, // an entry has a comma before its document
	logged: func(r *store.Record, digest string) any {
		return recordHeader{Summary: r.RecordSummary, Size: r.Size, Digest: digest}
	},
	encode: func(r *store.Record, p *pieces) any {
		p.add(r.Entry, false)
		return recordHeader{Fingerprint: r.Fingerprint, Summary: r.RecordSummary, Size: r.Size, Pieces: p.list}
	},
	decode: func(content []byte) (d decoded[*store.Record], err error) {
		var h recordHeader
		d.inline, err = split(content, &h)
		d.list, d.size, d.payload = h.Pieces, h.Size, h.Fingerprint
		d.entry = func(parts []store.Part) *store.Record {
			return &store.Record{RecordSummary: h.summary(), Fingerprint: h.Fingerprint, Entry: joined(parts)}
		}
		return d, err
	},
}

// proposalHeader is the header of a proposal, and what the log has of it.
type proposalHeader struct {
	ProposalID  string    `json:"proposal_id"`
	RequestID   string    `json:"request_id"`
	ReceivedAt  time.Time `json:"received_at"`
	Size        int       `json:"size"`
	SummarySize int       `json:"summary_size"`
	// Digest is that of the proposal's value. It is only in the log.
	Digest string `json:"digest,omitempty"`
	// The rest is not in the log.
	Status       string   `json:"status,omitempty"`
	Placeholders []string `json:"placeholders,omitempty"`
	// Document is how many of the pieces are of the document; the rest are of its summary.
	Document int     `json:"document,omitempty"`
	Pieces   []piece `json:"pieces,omitempty"`
}

func (h proposalHeader) summary() store.ProposalSummary {
	return store.ProposalSummary{
		ProposalID: h.ProposalID, RequestID: h.RequestID, ReceivedAt: h.ReceivedAt, Size: h.Size, SummarySize: h.SummarySize,
	}
}

func loggedProposal(p *store.Proposal) proposalHeader {
	s := p.Listed()
	return proposalHeader{ProposalID: s.ProposalID, RequestID: s.RequestID, ReceivedAt: s.ReceivedAt, Size: s.Size, SummarySize: s.SummarySize}
}

var proposalCodec = codec[*store.Proposal]{
	kind: proposalKind, keyKind: proposalKeyKind,
	usage: func(x *store.Index) *store.Usage { return &x.ProposalUsage },
	identify: func(p *store.Proposal) (id, requestID, payload string) {
		return p.ProposalID, p.RequestID, p.RequestID
	},
	requestOf:   func(payload string) string { return payload },
	requestOfID: func(x *store.Index, id string) string { return x.RequestOf(id) },
	has:         func(x *store.Index, id string) bool { return x.RequestOf(id) != "" },
	size:        func(p *store.Proposal) int { return p.Listed().Size + len(p.Summary) },
	maxSize:     2 * store.MaxProposalSize, // the document and its summary
	logged: func(p *store.Proposal, digest string) any {
		h := loggedProposal(p)
		h.Digest = digest
		return h
	},
	encode: func(p *store.Proposal, into *pieces) any {
		h := loggedProposal(p)
		for _, part := range p.Parts {
			into.add(part.Text, part.Common)
		}
		h.Document = len(into.list)
		into.add(p.Summary, false)
		h.Status, h.Placeholders, h.Pieces = p.Status, p.Placeholders, into.list
		return h
	},
	decode: func(content []byte) (d decoded[*store.Proposal], err error) {
		var h proposalHeader
		d.inline, err = split(content, &h)
		d.list, d.size, d.payload = h.Pieces, h.Size+h.SummarySize, h.RequestID
		d.entry = func(parts []store.Part) *store.Proposal {
			of := min(max(h.Document, 0), len(parts))
			return &store.Proposal{
				ProposalID: h.ProposalID, RequestID: h.RequestID, Status: h.Status, Placeholders: h.Placeholders, ReceivedAt: h.ReceivedAt,
				Parts: parts[:of], Summary: joined(parts[of:]),
			}
		}
		return d, err
	},
}

// joined returns the parts as one text.
func joined(parts []store.Part) []byte {
	if len(parts) == 1 {
		return parts[0].Text
	}
	var all [][]byte
	for _, p := range parts {
		all = append(all, p.Text)
	}
	return slices.Concat(all...)
}
