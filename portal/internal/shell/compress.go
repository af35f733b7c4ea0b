package shell

import "github.com/go-chi/chi/v5/middleware"

// compressed sends pages as gzip to clients that accept it; a proposal becomes ten times smaller.
//
// If a page contains text from its address next to a secret, its compressed size depends on both
// (BREACH). The only secret here is the idempotency key of a form. It is not a credential, and each
// visit has another key. The sizes of two visits therefore reveal nothing about it.
var compressed = middleware.Compress(6, "text/html")
