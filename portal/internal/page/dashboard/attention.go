package dashboard

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// Attention lists the requests that need an action.
type Attention struct {
	Unavailable *shell.Badge
	// Needs are the reasons with at least one request.
	Needs []Need
}

// Need is a reason to look at requests, and the first of these requests.
type Need struct {
	ID, Name string
	Badge    shell.Badge
	Items    []Item
	// All is the address of the complete list. AllText is its link text, or empty if Items is
	// complete.
	All, AllText string
}

// Item is a request that needs an action.
type Item struct {
	Link, Application, Environment, Region string
	// Why contains the reasons. Day is the expiry date of a request to renew.
	Why []Reason
	Day string
	// Next is the address of the suggested action, and Action its name.
	Next, Action string
}

// Reason says why a request needs an action.
type Reason struct{ Text, Link string }

// atMost is the number of requests shown for each need, and of rules shown.
const atMost = 4

func newAttention(v *shell.Visit, r readings) Attention {
	if r.needsErr != nil {
		return Attention{Unavailable: &shell.UnavailableBadge}
	}
	badges := map[string]shell.Badge{
		listing.Correction: {Kind: "bad", Word: "Denied", Icon: shell.IconCross},
		listing.Renewal:    {Kind: "warn", Word: "Expires soon", Icon: shell.IconWarning},
		listing.Budget:     {Kind: "warn", Word: "Budget nearly used", Icon: shell.IconWarning},
	}
	var a Attention
	for i, name := range listing.NeedNames() {
		found := r.needs[i]
		if len(found.Items) == 0 {
			continue
		}
		if name == listing.Renewal {
			slices.SortStableFunc(found.Items, func(a, b api.Summary) int { return cmp.Compare(a.ExpiryDate, b.ExpiryDate) })
		}
		need := Need{ID: name, Name: listing.Needs()[name], Badge: badges[name]}
		for _, s := range found.Items[:min(atMost, len(found.Items))] {
			need.Items = append(need.Items, newItem(v, name, s, r.rules))
		}
		if n := len(found.Items); n > atMost {
			need.All, need.AllText = listing.Path+"?needs="+name, "All "+shell.Grouped(n)
			if found.Next != "" {
				need.AllText = "All of them"
			}
		}
		a.Needs = append(a.Needs, need)
	}
	return a
}

func newItem(v *shell.Visit, need string, s api.Summary, rules wire.Policies) Item {
	id := url.PathEscape(s.RequestID)
	item := Item{Application: s.Application, Environment: s.Environment, Region: s.Region, Next: newRequestPath + "?from=" + id}
	if list := v.Link(listing.Path); list != "" {
		item.Link = list + "/" + id
	}
	switch {
	case s.Unreadable:
		item.Application, item.Next, item.Action = cmp.Or(s.Application, listing.Unnamed), item.Link, "See the request"
		item.Why = []Reason{{Text: "This entry cannot be read"}}
	case need == listing.Correction:
		item.Next, item.Action = item.Link, "See the fix"
		for _, policy := range s.ViolatedPolicies {
			item.Why = append(item.Why, Reason{titleOf(policy, rules), listing.Path + "?policy=" + url.QueryEscape(policy)})
		}
	case need == listing.Renewal:
		item.Next, item.Action, item.Day = newRequestPath+"?renew="+id, "Renew", string(s.ExpiryDate)
	case need == listing.Budget:
		item.Next, item.Action = item.Next+"#"+request.BudgetField, "Raise the budget"
		item.Why = []Reason{{Text: fmt.Sprintf("%d %% of USD %s", used(s), shell.Grouped(s.MonthlyBudget))}}
	}
	return item
}

// used returns how much of the budget the estimate uses, in whole percent.
func used(s api.Summary) int64 { return s.KnownTotal.Cents / max(s.MonthlyBudget, 1) }

// titleOf returns the title of a rule, or its ID if the title is unknown.
func titleOf(id string, rules wire.Policies) string {
	for _, rule := range rules.Items {
		if rule.ID == id && rule.Title != "" {
			return rule.Title
		}
	}
	return id
}

// Rule is a rule with the number of requests that it denies.
type Rule struct{ ID, Title, Link, Count string }

// newRules returns the rules that deny the most requests.
func newRules(r readings) []Rule {
	var ids []string
	for id := range r.figures.Violations {
		ids = append(ids, id)
	}
	count := func(id string) int { return r.figures.Violations[id] }
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(cmp.Compare(count(b), count(a)), cmp.Compare(a, b)) })
	var rules []Rule
	for _, id := range ids[:min(atMost, len(ids))] {
		rules = append(rules, Rule{
			ID: id, Title: titleOf(id, r.rules), Count: shell.Count(count(id), string(request.Denied)+" request"),
			Link: listing.Path + "?policy=" + url.QueryEscape(id),
		})
	}
	return rules
}
