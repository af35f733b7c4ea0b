package service

import (
	"context"
	"crypto/sha256"

	"platform.internal/platform-core/store"
)

// maxSent bounds the documents that are remembered: one that is not is only read again.
const maxSent = 4 * store.DefaultMaxRecords

// sent is what a key was bound with: the digest of the document, and its record's ID. A
// binding never changes.
type sent struct {
	digest    [sha256.Size]byte
	requestID string
}

// Replay returns the record of a document that Remember got with the same key. A
// client that repeats a call sends the same bytes, so they need not be read again.
func (s *Service) Replay(ctx context.Context, key store.Key, document []byte) (*store.Record, bool) {
	digest := sha256.Sum256(document)
	s.sentMu.Lock()
	before, known := s.sent[key]
	s.sentMu.Unlock()
	if !known || before.digest != digest {
		return nil, false
	}
	record, err := s.Record(ctx, before.requestID)
	return record, err == nil
}

// Remember keeps which document Submit bound the key with, for Replay.
func (s *Service) Remember(key store.Key, document []byte, record *store.Record) {
	digest := sha256.Sum256(document)
	s.sentMu.Lock()
	defer s.sentMu.Unlock()
	if len(s.sent) == maxSent {
		for any := range s.sent {
			delete(s.sent, any)
			break
		}
	}
	s.sent[key] = sent{digest, record.RequestID}
}
