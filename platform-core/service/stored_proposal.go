package service

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"time"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// Proposal is a stored proposal. Half of its document is main.tf, which is one text
// for every request of an adapter's version, and is kept once; so is how the rules
// came out, which is one text for every request that follows them alike.
type Proposal struct {
	ProposalID string
	RequestID  string
	Status     string
	// Placeholders are those of the proposal.
	Placeholders []string
	// Parts are those of the whole document, as an entry; Summary is the one without
	// what the artifacts hold.
	Parts   [][]byte
	Summary document.Entry

	of         *Record // the request's
	text       string  // what a search looks into
	receivedAt time.Time
}

// newProposal returns what is stored of a proposal. It shares no text with d: names of
// boundaries are parts of the adapter's whole answer.
func (s *Service) newProposal(d *Derived) *Proposal {
	var placeholders []string
	for _, name := range d.Placeholders {
		placeholders = append(placeholders, strings.Clone(name))
	}
	return &Proposal{
		ProposalID: d.ProposalID, RequestID: d.RequestID, Status: d.Status, Placeholders: placeholders,
		Parts: s.texts.split(d.entry, d.common()), Summary: d.summary,
	}
}

// common returns the texts that other proposals have too, as they are in the
// document, and in its order.
func (d *Derived) common() [][]byte {
	paths := proposal.PathsOf(d.RequestID)
	var common [][]byte
	for _, a := range d.Artifacts {
		switch _, rules, _ := strings.Cut(a.Content, `"rules": [`); a.Path {
		case paths.Root:
			common = append(common, document.AppendText(nil, a.Content))
		case paths.Decision:
			common = append(common, document.AppendText(nil, rules)[1:])
		}
	}
	return common
}

// Document returns the parts of the whole document.
func (p *Proposal) Document() [][]byte {
	parts := slices.Clone(p.Parts)
	parts[0] = document.Entry(parts[0]).Document()
	return parts
}

// origin is what a list shows of a proposal beyond its summary: what it is of.
type origin struct {
	request.Brief
	KnownTotal request.Money `json:"known_total"`
	ReceivedAt time.Time     `json:"received_at"`
}

// ListEntry returns what a list in summary sends of a stored proposal, as an entry in
// parts: its summary, what it is of, and when it was stored. Of one that is not stored
// that is its summary.
func (p *Proposal) ListEntry() ([][]byte, error) {
	of := p.of
	if of == nil {
		return [][]byte{p.Summary}, nil
	}
	more, err := document.EncodeEntry(origin{of.Brief, of.KnownTotal, p.receivedAt})
	if err != nil {
		return nil, err
	}
	return [][]byte{bytes.TrimSuffix(p.Summary, []byte("\n}\n")), joint, bytes.TrimPrefix(more, []byte(",{"))}, nil
}

// joint is between the members of two objects that become one.
var joint = []byte{','}

// JSON returns the whole document.
func (p *Proposal) JSON() []byte { return slices.Concat(p.Document()...) }

// arriveProposal keeps the time of a proposal that is just being stored, and what it is of; the
// lock is held.
func (s *Service) arriveProposal(p *Proposal) {
	p.of, _ = s.requests.at(p.RequestID)
	p.receivedAt = s.arrived()
	p.text = p.of.text + "\n" + p.ProposalID
}

// size is the length of both documents, in bytes.
func (p *Proposal) size() int {
	n := len(p.Summary)
	for _, part := range p.Parts {
		n += len(part)
	}
	return n
}

// maxTexts bounds the texts that are kept once: an adapter has one main.tf, and few
// advisories.
const maxTexts = 32

// texts are those that are kept once.
type texts struct {
	mu   sync.Mutex
	kept map[string][]byte
}

// split returns the parts of a document in which the texts are the kept ones, but
// for those that are one too many.
func (t *texts) split(document []byte, common [][]byte) [][]byte {
	var parts [][]byte
	for _, text := range common {
		before, after, found := bytes.Cut(document, text)
		if shared := t.shared(text); found && shared != nil {
			parts = append(own(parts, before), shared)
			document = after
		}
	}
	return own(parts, document)
}

// wholePart is the greatest size of which Go's memory has no rest, in bytes.
const wholePart = 32 << 10

// own appends copies of a text, which take no more memory than it.
func own(parts [][]byte, text []byte) [][]byte {
	for part := range slices.Chunk(text, wholePart) {
		parts = append(parts, bytes.Clone(part))
	}
	return parts
}

func (t *texts) shared(text []byte) []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept, is := t.kept[string(text)]
	switch {
	case is:
		return kept
	case len(t.kept) == maxTexts:
		return nil
	case t.kept == nil:
		t.kept = map[string][]byte{}
	}
	t.kept[string(text)] = text
	return text
}
