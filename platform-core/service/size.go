package service

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// answerField is a field of an adapter's answer, and its value in a document.
type answerField struct {
	field string
	value any
}

// bounded returns the encoding of a document with values of an adapter's answer. If it is too large, it
// fails with a breach of the contract in the largest field.
func bounded(provider, name string, v any, limit int, fields ...answerField) (document.Entry, error) {
	entry, err := document.EncodeEntry(v)
	if err != nil || len(entry.Document()) <= limit {
		return entry, err
	}
	var field string
	most := 0
	for _, p := range fields {
		if own, err := document.Encode(p.value); err == nil && len(own) > most {
			field, most = p.field, len(own)
		}
	}
	return nil, adapter.Breach(provider, problem.ContractSize, field,
		"makes a %s of %d bytes; at most %d are allowed", name, len(entry.Document()), limit)
}
