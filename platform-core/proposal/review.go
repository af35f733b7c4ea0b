package proposal

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/template"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

//go:embed review.md.tmpl
var reviewText string

// reviewTemplate is the page that a reviewer reads, in the order of a reviewer's questions. Details
// are in the other artifacts, which the page names without a folder: a bundle and a repository have
// different folders. The end of the page is for the person who plans and applies.
var reviewTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("review").Funcs(template.FuncMap{
		"code": MarkdownCode, "prose": MarkdownText, "spans": spans, "fenced": MarkdownBlock,
	}).Parse(reviewText))
})

// review returns the page of a proposal.
func review(in Input, id request.Identity) ([]byte, error) {
	r := newReview(in, id)
	var b bytes.Buffer
	if err := reviewTemplate().Execute(&b, r); err != nil {
		return nil, fmt.Errorf("write review: %w", err)
	}
	return b.Bytes(), nil
}

// reviewPage has the facts of the page.
type reviewPage struct {
	Input
	Identity             request.Identity
	StateKey, RootDigest string
	// Excepted are the rules with an exception. DayDecides means that some may be broken on some days
	// only.
	Excepted   []RuleOutcome
	DayDecides bool
	// Outcomes are the rules by their outcome.
	Outcomes map[string][]RuleOutcome
	// Counted are the items of the estimate that a total counts, in the order of resources, so that another amount moves
	// no row. ByUse are the items that no total counts.
	Counted, ByUse []expense
	Stages         []Stage
}

func newReview(in Input, id request.Identity) *reviewPage {
	r := &reviewPage{
		Input: in, Identity: id, StateKey: in.Request.StateKey(in.Profile.Provider),
		RootDigest: document.Digest(in.Root)[:12], Outcomes: map[string][]RuleOutcome{}, Stages: GuardedStages(),
	}
	for _, rule := range in.Rules {
		outcome := string(rule.Outcome)
		r.Outcomes[outcome] = append(r.Outcomes[outcome], rule)
		if rule.Exception != (RuleException{}) {
			r.Excepted = append(r.Excepted, rule)
			r.DayDecides = r.DayDecides || rule.Outcome == request.DependsOnDate
		}
	}
	for _, item := range in.Estimate.Items {
		list := &r.Counted
		if !item.Counted() {
			list = &r.ByUse
		}
		*list = addExpense(*list, item)
	}
	return r
}

// Budget returns the budget in whole US dollars.
func (r *reviewPage) Budget() string { return request.Grouped(r.Request.MonthlyBudget) }

// PricesOf returns the month of the oldest prices.
func (r *reviewPage) PricesOf() string {
	return cmp.Or(request.Date(r.Estimate.PriceTable).Words(), MarkdownCode(r.Estimate.PriceTable))
}

// upholdings say what upholds a control.
var upholdings = map[adapter.Upholding]string{
	adapter.CentralLogs: "copies in another boundary",
	adapter.OwnIdentity: "the application's own identity",
	adapter.OwnKeys:     "keys of the environment",
	adapter.OwnLogs:     "own logs, which stay in the environment",
	adapter.PrivateAPI:  "no public Kubernetes API",
	adapter.Unstated:    "not stated: the adapter names no argument",
}

// ControlName returns the name of a control for people.
func (r *reviewPage) ControlName(c request.Control) string {
	name := strings.ReplaceAll(string(c), "_", " ")
	return strings.ToUpper(name[:1]) + name[1:]
}

// Upholding says what upholds a control.
func (r *reviewPage) Upholding(u adapter.Upholding) string { return upholdings[u] }

// Arguments returns the names of the arguments of claims. All instances of a resource have one name.
func (r *reviewPage) Arguments(claims []adapter.Claim) []string {
	var names []string
	for _, c := range claims {
		resource, _, _ := strings.Cut(c.Address, "[")
		names = append(names, resource+"."+c.Argument)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// NeedKind returns the kind of a need; steps are numbered.
func (r *reviewPage) NeedKind(i int) string {
	kind := string(r.Needs[i].Kind)
	kind = strings.ToUpper(kind[:1]) + kind[1:]
	if r.Needs[i].Kind != adapter.NeedStep {
		return kind
	}
	n := 0
	for _, need := range r.Needs[:i+1] {
		if need.Kind == adapter.NeedStep {
			n++
		}
	}
	return fmt.Sprintf("%s %d", kind, n)
}

// Broken says what is broken of a rule with an exception. The title of a rule says what the rule
// requires. If the outcome depends on the day, the text says so before the title.
func (r RuleOutcome) Broken() string {
	if r.Outcome == request.DependsOnDate {
		return "The day decides whether this rule is kept: " + r.Title + "."
	}
	return r.Message
}

// expense is the cost of equal items for resources of one type. Price is the known price of a unit, in
// parentheses.
type expense struct {
	Item, Kind string
	Resources  int
	Cost       request.Money
	Price      string
}

// addExpense adds an item to the expense for equal items, or as a new one.
func addExpense(list []expense, item request.EstimateItem) []expense {
	kind, _, _ := strings.Cut(item.Address, ".")
	at := slices.IndexFunc(list, func(e expense) bool { return e.Item == item.Item && e.Kind == kind })
	if at < 0 {
		at = len(list)
		list = append(list, expense{Item: item.Item, Kind: kind, Cost: request.Cents(0)})
		if item.UnitPrice != "" {
			list[at].Price = " (" + string(item.UnitPrice) + " USD/" + item.Unit + ")"
		}
	}
	list[at].Resources++
	list[at].Cost = list[at].Cost.Plus(item.MonthlyCost)
	return list
}

// spans returns names as code spans.
func spans(names []string) string {
	shown := make([]string, len(names))
	for i, n := range names {
		shown[i] = MarkdownCode(n)
	}
	return strings.Join(shown, ", ")
}
