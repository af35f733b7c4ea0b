package service

import (
	"strings"
	"time"

	"platform.internal/platform-core/request"
)

// RecordSummary is what a list shows of a record.
type RecordSummary struct {
	RequestID string `json:"request_id"`
	request.Brief
	Decision request.Decision `json:"decision"`
	// KnownTotal and MonthlyTotal are those of the record's estimate.
	KnownTotal   request.Money `json:"known_total"`
	MonthlyTotal request.Money `json:"monthly_total"`
	// ViolatedPolicies are the IDs of the rules that deny the request, in the order of
	// the record.
	ViolatedPolicies []string `json:"violated_policies"`
	// ExceptedPolicies are the IDs of the rules that it breaks with an exception.
	ExceptedPolicies []string `json:"excepted_policies,omitempty"`
	// ProposalID is that of the request's proposal; empty while there is none.
	ProposalID string `json:"proposal_id,omitempty"`
	// ReceivedAt is this service's clock when the record was stored. It is in no record
	// and no artifact, and no order depends on it.
	ReceivedAt time.Time `json:"received_at"`
}

// summaryOf returns the summary of a record that is not stored yet. It shares no text
// with the adapter's answer, which would be kept as a whole.
func summaryOf(r request.Record) RecordSummary {
	s := RecordSummary{
		RequestID: r.RequestID, Brief: r.Request.Brief(), Decision: r.Decision,
		KnownTotal: r.Estimate.KnownTotal, MonthlyTotal: r.Estimate.MonthlyTotal, ViolatedPolicies: []string{},
	}
	for _, v := range r.Violations {
		s.ViolatedPolicies = append(s.ViolatedPolicies, strings.Clone(v.PolicyID))
	}
	for _, e := range r.Exceptions {
		s.ExceptedPolicies = append(s.ExceptedPolicies, strings.Clone(e.PolicyID))
	}
	return s
}

// environment is the identity of an environment; the provider is the installation's.
type environment struct{ application, environment, region string }

func (s RecordSummary) identity() environment {
	return environment{s.Application, s.Environment, s.Region}
}

// arrived returns the clock's time as lists show it.
func (s *Service) arrived() time.Time { return s.now().UTC().Truncate(time.Millisecond) }
