package service

import "crypto/sha256"

// sent is what a key was bound with: the digest of the document, and its record.
type sent struct {
	digest [sha256.Size]byte
	record *Record
}

// Replay returns the record of a document that Remember got with the same key. A
// client that repeats a call sends the same bytes, so they need not be read again.
func (s *Service) Replay(key Key, document []byte) (*Record, bool) {
	digest := sha256.Sum256(document)
	s.mu.Lock()
	defer s.mu.Unlock()
	before, known := s.sent[key]
	if !known || before.digest != digest {
		return nil, false
	}
	return before.record, true
}

// Remember keeps which document Submit bound the key with, for Replay.
func (s *Service) Remember(key Key, document []byte, record *Record) {
	digest := sha256.Sum256(document)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent[key] = sent{digest, record}
}
