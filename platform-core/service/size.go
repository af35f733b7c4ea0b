package service

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// part is a field of an adapter's answer, and what it puts into a document.
type part struct {
	field string
	value any
}

// bounded returns the encoding of a document that an adapter's answer went into.
// One that is too large is the adapter's fault, and names its largest part.
func bounded(provider, name string, v any, limit int, parts ...part) (document.Entry, error) {
	entry, err := document.EncodeEntry(v)
	if err != nil || len(entry.Document()) <= limit {
		return entry, err
	}
	var field string
	most := 0
	for _, p := range parts {
		if own, err := document.Encode(p.value); err == nil && len(own) > most {
			field, most = p.field, len(own)
		}
	}
	return nil, adapter.Breach(provider, problem.ContractSize, field,
		"makes a %s of %d bytes; at most %d are allowed", name, len(entry.Document()), limit)
}
