package service

import (
	"context"
	"encoding/json"
	"fmt"

	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// supersedesField is the field of a hand-over with the predecessor.
const supersedesField = "supersedes"

// Handover returns the hand-over of a stored proposal into a tree with exactly the stored proposal supersedes for the
// environment, or without the environment if supersedes is empty. The date is the policy date of the decision, for
// [handover.Handover.Patch]: a stored hand-over never changes. It fails with proposal_not_found, or with
// invalid_request if supersedes is a proposal of another environment.
func (s *Service) Handover(ctx context.Context, id, supersedes string) (*handover.Handover, request.Date, error) {
	p, err := s.proposalWith(ctx, id)
	if err != nil {
		return nil, "", err
	}
	tree, key := handover.Tree{}, ""
	if supersedes != "" {
		if tree, key, err = s.treeWith(ctx, supersedes); err != nil {
			return nil, "", err
		}
	}
	h, err := handover.New(p, tree)
	if err != nil {
		return nil, "", err
	}
	if supersedes != "" && key != h.StateKey {
		return nil, "", problem.Invalid(problem.InvalidRequest, "query", []problem.Fault{{
			Field: supersedesField, Code: problem.FaultConflict, Message: fmt.Sprintf(
				"is a proposal of %s; write the ID of an earlier proposal of %s, or leave it out", key, h.StateKey),
		}})
	}
	record, err := s.decodedRecord(ctx, p.RequestID)
	return h, record.EvaluatedOn, err
}

// treeWith returns the tree after the hand-over of a predecessor, and the state key of its environment.
func (s *Service) treeWith(ctx context.Context, supersedes string) (handover.Tree, string, error) {
	p, err := s.proposalWith(ctx, supersedes)
	if err != nil {
		refused := *problem.From(err)
		if refused.Code == problem.ProposalNotFound {
			refused.Faults = []problem.Fault{{Field: supersedesField, Code: problem.FaultUnsupported,
				Message: "is not the ID of a proposal here; write that of an earlier proposal of the environment, or leave it out"}}
		}
		return nil, "", &refused
	}
	h, err := handover.New(p, handover.Tree{})
	if err != nil {
		return nil, "", err
	}
	return h.Files, h.StateKey, nil
}

// proposalWith returns the stored proposal with the ID, decoded.
func (s *Service) proposalWith(ctx context.Context, id string) (p proposal.Proposal, err error) {
	stored, err := s.Proposal(ctx, id)
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(stored.JSON(), &p); err != nil {
		return p, fmt.Errorf("read the proposal %s: %w", id, err)
	}
	return p, nil
}
