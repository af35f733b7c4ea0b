package store

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// searchedWord matches a day with its month, or else a word.
var searchedWord = regexp.MustCompile(`\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?: \d{4})?\b|\S+`)

// search returns a function that reports whether the texts of an entry have all words. See [searched].
func search(words string) func(texts ...string) bool {
	all := searchedWord.FindAllString(strings.Join(strings.Fields(searched(words)), " "), -1)
	for i, word := range all {
		if strings.Contains(word, " ") { // a date begins its line
			all[i] = "\n" + word
		}
	}
	return func(texts ...string) bool {
		return !slices.ContainsFunc(all, func(word string) bool {
			return !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, word) })
		})
	}
}

// sameSigns are signs that a search does not tell apart. A user may write 1,490.01 as 1490.01.
var sameSigns = strings.NewReplacer(",", "", "−", "-")

// searched returns the text for searches, with a line for each part. No word can match across two lines.
func searched(parts ...string) string {
	return sameSigns.Replace(strings.ToLower("\n" + strings.Join(parts, "\n")))
}

// The next functions return what the rows of the portal's lists show, for searches. Links to actions do not count. A
// day is also found as an ISO date.

// searchedText returns what the rows of each list show of the record.
func (s *RecordSummary) searchedText() string {
	end := string(s.ExpiryDate) + "\n" + s.ExpiryDate.Words()
	if s.ExpiryDate == "" {
		end = "no end"
	}
	return searched(s.Application, s.Environment, s.Region, s.Owner, s.KnownTotal.String(),
		fmt.Sprint("of ", s.MonthlyBudget), end, s.RequestID, s.EnvironmentID)
}

// searchedRequest returns what the list of requests also shows, apart from the proposal.
func (s *RecordSummary) searchedRequest() string {
	reason := "with " + request.Count(len(s.ExceptedPolicies), "exception")
	if s.Decision == request.Denied {
		reason = "by " + request.Count(len(s.ViolatedPolicies), "rule")
	} else if len(s.ExceptedPolicies) == 0 {
		reason = ""
	}
	day := request.DateOf(s.ReceivedAt)
	return searched(s.CostCentre, s.NetworkCIDR.String(), atLeast(!s.MonthlyTotal.Known), string(s.Decision), reason,
		string(day), day.Words(), s.ReceivedAt.UTC().Format("15:04"))
}

// searchedEnvironment returns what the list of environments also shows.
func searchedEnvironment(e *wire.Environment) string {
	text := []string{e.CostCentre, e.NetworkCIDR.String(), atLeast(e.AtLeast), "no proposal"}
	if e.ProposalID != "" {
		text[3] = searchedProposalID(e.ProposalID)
	}
	for _, other := range e.OverlapsWith {
		text = append(text, "overlaps", other.Application+"/"+other.Environment, other.Region, other.NetworkCIDR.String())
	}
	if e.MoreOverlaps > 0 {
		text = append(text, request.Count(e.MoreOverlaps, "more environment"))
	}
	return searched(text...)
}

// searchedProposalID returns the text of the link to a proposal, and its ID. It is empty without a proposal.
func searchedProposalID(id string) string {
	if id == "" {
		return ""
	}
	return "proposal\n" + id
}

// searchedText returns what the list of proposals also shows, apart from the age.
func (s *ProposalSummary) searchedText() string {
	change, first := "unknown", ""
	if r := s.Resources; r != nil {
		change = r.String()
	}
	if s.Follows == "" {
		first = "new"
	}
	cost := ""
	if s.CostChange.Known {
		if cost = s.CostChange.String(); s.CostChange.Cents > 0 {
			cost = "+" + cost
		}
	}
	return searched(s.ProposalID, "request", change, first, cost)
}

func atLeast(is bool) string {
	if is {
		return "at least"
	}
	return ""
}
