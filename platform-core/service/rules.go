package service

import (
	"slices"

	"platform.internal/platform-core/proposal"
)

// Rules returns every rule that was evaluated for the record and how it came
// out, sorted by ID: what the evidence of a proposal shows, also for a denied
// request.
func (r *Evaluated) Rules() []proposal.RuleOutcome { return slices.Clone(r.rules) }
