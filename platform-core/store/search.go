package store

import (
	"cmp"
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
	isDenied, day := s.Decision == request.Denied, request.DateOf(s.ReceivedAt)
	return searched(s.CostCentre, s.NetworkCIDR.String(), textIf(!s.MonthlyTotal.Known, "at least"), string(s.Decision),
		textIf(isDenied, "by "+request.Count(len(s.ViolatedPolicies), "rule")),
		textIf(!isDenied && len(s.ExceptedPolicies) > 0, "with "+request.Count(len(s.ExceptedPolicies), "exception")),
		string(day), day.Words(), s.ReceivedAt.UTC().Format("15:04"))
}

// searchedEnvironment returns what the list of environments also shows.
func searchedEnvironment(e *wire.Environment) string {
	text := []string{
		e.CostCentre, e.NetworkCIDR.String(), textIf(e.AtLeast, "at least"),
		cmp.Or(searchedProposalID(e.ProposalID), "no proposal"),
		textIf(e.UnnamedOverlaps() > 0, request.Count(e.UnnamedOverlaps(), "more environment")),
	}
	for _, other := range e.NamedOverlaps() {
		text = append(text, "overlaps", other.Application+"/"+other.Environment, other.Region, other.NetworkCIDR.String())
	}
	return searched(text...)
}

// searchedProposalID returns the text of the link to a proposal, and its ID. It is empty without a proposal.
func searchedProposalID(id string) string { return textIf(id != "", "proposal\n"+id) }

// searchedText returns what the list of proposals also shows, apart from the age.
func (s *ProposalSummary) searchedText() string {
	change := "unknown"
	if r := s.Resources; r != nil {
		change = r.String()
	}
	cost := textIf(s.CostChange.Cents > 0, "+") + s.CostChange.String()
	return searched(s.ProposalID, "request", change, textIf(s.AtLeast, "at least"), textIf(s.Follows == "", "new"), textIf(s.CostChange.Known, cost))
}

// textIf returns a text that a row has only under a condition.
func textIf(is bool, text string) string {
	if is {
		return text
	}
	return ""
}
