package server

import (
	"strings"

	"platform.internal/platform-core/problem"
)

// sentences are the details of problems whose remedy is a header, route or flag of the API, which the core does not
// know. The sentence of the core replaces coreDetail.
var sentences = map[problem.Code]string{
	problem.IdempotencyKeyMissing: "Send the header Idempotency-Key with a text of your own, such as a UUID: the same one for each retry, a new one for a new request.",
	problem.IdempotencyKeyReused:  "This Idempotency-Key was already used with another payload. Send the changed payload with a new key.",
	problem.InstallationNotFound:  coreDetail + installFirst,
	problem.InstallationRequired:  coreDetail + installFirst,
}

const (
	coreDetail = "{detail}"
	// notConfined is for adapter_unavailable with that fault.
	notConfined  = coreDetail + " The service was started with --require-confinement."
	installFirst = " Create one first: POST an installation profile to /v1/platform/installations, or use the portal's Setup page."
)

// worded returns p with the API's own sentence, if it has one.
func worded(p *problem.Problem) *problem.Problem {
	sentence, own := sentences[p.Code]
	if p.Fault() == problem.AdapterNotConfined {
		sentence, own = notConfined, true
	}
	if !own {
		return p
	}
	with := *p
	with.Detail = strings.ReplaceAll(sentence, coreDetail, p.Detail)
	return &with
}
