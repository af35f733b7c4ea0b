package shell

import "github.com/go-chi/chi/v5/middleware"

// compressed sends pages as gzip to whom takes it: a proposal is ten times
// smaller so. A page may repeat what an address says beside something secret,
// and its compressed size then depends on both (BREACH). The one thing here that
// others should not know is the idempotency key of a form. It is no credential,
// and each visit has another one, so the sizes of two visits reveal nothing about it.
var compressed = middleware.Compress(6, "text/html")
