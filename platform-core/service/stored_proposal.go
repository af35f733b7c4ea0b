package service

import (
	"bytes"
	"slices"
	"sync"

	"platform.internal/platform-core/document"
)

// Proposal is a stored proposal. Half of its document is main.tf, which is one text
// for every request of an adapter's version, and is kept once.
type Proposal struct {
	ProposalID string
	RequestID  string
	Status     string
	// Document are the parts of the whole document, Summary is the one without what
	// the artifacts hold.
	Document [][]byte
	Summary  []byte
}

// newProposal returns what is stored of a proposal.
func (s *Service) newProposal(d *Derived) *Proposal {
	return &Proposal{
		ProposalID: d.ProposalID, RequestID: d.RequestID, Status: d.Status,
		Document: s.roots.split(d.JSON, document.AppendText(nil, d.root)), Summary: d.Summary,
	}
}

// JSON returns the whole document.
func (p *Proposal) JSON() []byte { return slices.Concat(p.Document...) }

// size is the length of both documents, in bytes.
func (p *Proposal) size() int {
	n := len(p.Summary)
	for _, part := range p.Document {
		n += len(part)
	}
	return n
}

// maxTexts bounds the texts that are kept once: an adapter has one main.tf.
const maxTexts = 8

// texts are those that are kept once.
type texts struct {
	mu   sync.Mutex
	kept map[string][]byte
}

// split returns the parts of a document in which the text is the kept one; the
// document as it is where the text is not in it, or is one too many.
func (t *texts) split(document, text []byte) [][]byte {
	before, after, found := bytes.Cut(document, text)
	shared := t.shared(text)
	if !found || shared == nil {
		return [][]byte{document}
	}
	return [][]byte{bytes.Clone(before), shared, bytes.Clone(after)}
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
