package operations

import (
	"platform.internal/platform-core/profile"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/page/proposal"
	"platform.internal/portal/internal/shell"
)

// Proposals are a part of the list, in the API's order.
type Proposals struct {
	Unavailable *shell.Badge
	Rows        []Row
	// Caption names the table and says which part of the list it is.
	Caption string
	// First and Next lead to other parts; empty where there are none.
	First, Next string
	// Requests is the address of the list of requests; empty where there is none.
	Requests string
	// Past means that the list ended before this part.
	Past bool
}

// Row is one proposal.
type Row struct {
	ID, Link               string
	RequestID, RequestLink string
	Provider, Mode         string
	Status                 shell.Badge
}

func newProposals(v *shell.Visit, r readings) Proposals {
	if r.listErr != nil {
		return Proposals{Unavailable: &shell.UnavailableBadge}
	}
	p := Proposals{Caption: r.part.String() + ", in ID order", Requests: v.Link("/requests"), Past: r.part.After != ""}
	if r.part.After != "" {
		p.First = path
	}
	if r.list.Next != "" {
		p.Next = path + "?" + r.part.Next(r.list.Next).Encode()
	}
	for _, listed := range r.list.Items {
		p.Rows = append(p.Rows, newRow(v, listed))
	}
	return p
}

func newRow(v *shell.Visit, p api.Listed) Row {
	row := Row{
		ID: p.ProposalID, Link: proposal.Path(p.ProposalID), RequestID: p.RequestID,
		RequestLink: proposal.RequestLink(v, p.RequestID), Provider: p.Provider, Mode: p.Mode,
		Status: proposal.StatusBadge(p.Status, p.Placeholders),
	}
	if mode, known := profile.Mode(p.Mode).Describe(); known {
		row.Mode = mode.DisplayName
	}
	return row
}
