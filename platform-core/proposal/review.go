package proposal

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// page writes a Markdown page, line by line.
type page struct{ strings.Builder }

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

func (p *page) heading(text string) { p.line("\n## %s\n", text) }

func (p *page) row(cells ...string) { p.line("| %s |", strings.Join(cells, " | ")) }

// table starts a table with the given column heads.
func (p *page) table(heads ...string) {
	p.row(heads...)
	rule := make([]string, len(heads))
	for i := range rule {
		rule[i] = "---"
	}
	p.row(rule...)
}

// review returns the page that a reviewer reads: in the order of the questions
// that a reviewer asks, what fits no line left to the other artifacts. Its end is for
// whoever plans and applies.
func review(in Input, id request.Identity) []byte {
	p := &page{}
	p.line("# Review: %s, %s\n", code(in.Request.Application), in.Request.Environment)
	p.line("%s Nothing was executed, and no cloud was changed.", readiness(in.Placeholders))
	p.exceptions(in)
	p.summary(in, id)
	p.cost(in)
	p.placement(in)
	p.controls(in)
	p.rationale(in)
	p.policy(in)
	p.checklist(in, id)
	p.next(in)
	p.lifecycle(in, id)
	p.needs(in)
	return []byte(p.String())
}

// readiness says what the proposal is ready for: with placeholders, for no plan.
func readiness(placeholders []string) string {
	if len(placeholders) == 0 {
		return "**Ready for review.**"
	}
	return "**Ready for review, with placeholders.** It cannot be planned as it is; placeholders: " +
		spans(placeholders, len(placeholders)) + "."
}

// exceptions shows, before all else, which rules the request breaks with an exception.
func (p *page) exceptions(in Input) {
	list := exceptions(in.Rules)
	if len(list) == 0 {
		return
	}
	p.heading("Accepted with exceptions")
	perhaps := ""
	if slices.ContainsFunc(list, func(r RuleOutcome) bool { return r.Outcome == request.DependsOnDate }) {
		perhaps = ", or may do so on some days"
	}
	p.line("The request breaks these mandatory rules%s. It is accepted because the installation profile has an exception "+
		"from each for %s in %s.\n", perhaps, code(in.Request.Application), in.Request.Environment)
	p.table("Rule", "What is broken", "Why", "Owner", "Last day")
	for _, r := range list {
		p.row(code(r.PolicyID), prose(r.Broken()), prose(r.Exception.Reason), code(r.Exception.Owner), string(r.Exception.Until))
	}
}

// Broken says what is broken of a rule with an exception. The title of a rule says what
// is kept, so where the day decides whether it is, that comes before it.
func (r RuleOutcome) Broken() string {
	if r.Outcome == request.DependsOnDate {
		return "The day decides whether this rule is kept: " + r.Title + "."
	}
	return r.Message
}

// exceptions returns the rules that the request breaks with an exception, be it on some
// days only.
func exceptions(rules []RuleOutcome) (list []RuleOutcome) {
	for _, r := range rules {
		if r.Exception != (Exception{}) {
			list = append(list, r)
		}
	}
	return list
}

func (p *page) summary(in Input, id request.Identity) {
	r := in.Request
	p.heading("What is proposed")
	p.table("Question", "Answer")
	p.row("What", fmt.Sprintf("a private cluster of size %s, %d resources (see the inventory), network %s",
		r.ClusterSize, len(in.Resources), code(r.NetworkCIDR.String())))
	p.row("Where", fmt.Sprintf("%s (%s), region %s, %s mode", prose(in.Adapter.DisplayName), code(in.Adapter.ID), region(in), in.Profile.Mode))
	if len(in.Profile.Settings) > 0 {
		p.row("With the settings", settings(in.Profile.Settings))
	}
	p.row("For whom", fmt.Sprintf("application %s, cost centre %s", code(r.Application), code(r.CostCentre)))
	p.row("Owner", code(r.Owner))
	p.row("Until", cmp.Or(string(r.ExpiryDate), "no expiry date"))
	p.row("Data", r.DataClassification)
	p.row("Cost a month", costInWords(in))
	p.row("State key", code(in.Request.StateKey(in.Profile.Provider)))
	p.row("Request", code(id.RequestID))
	p.row("Fingerprint", code(id.Fingerprint))
	p.line("\nWhy, as the requester says:\n")
	p.WriteString(block(r.BusinessJustification, 80))
}

func region(in Input) string {
	if in.RegionName == "" {
		return code(in.Request.Region)
	}
	return fmt.Sprintf("%s (%s)", code(in.Request.Region), prose(in.RegionName))
}

// settings returns those of the installation that are not the defaults, by name.
func settings(chosen map[string]string) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		list = append(list, code(name+" = "+chosen[name]))
	}
	return strings.Join(list, ", ")
}

// costInWords sets the estimate against the budget.
func costInWords(in Input) string {
	known, budget := in.Estimate.KnownTotal, in.Request.MonthlyBudget
	if !known.Known {
		return fmt.Sprintf("no estimate for this region, of a budget of %d USD", budget)
	}
	atLeast := ""
	if in.Estimate.AtLeast() {
		atLeast = "at least "
	}
	return fmt.Sprintf("%s%s USD of a budget of %d USD (%d %%)", atLeast, known, budget, known.Cents/max(budget, 1))
}

func (p *page) cost(in Input) {
	p.heading("Cost against budget")
	if !in.Estimate.KnownTotal.Known {
		p.line("**No estimate exists for this region**: the price table %s lacks a price, so the budget of %d USD a month was not checked against one.",
			code(in.Estimate.PriceTable), in.Request.MonthlyBudget)
		return
	}
	p.line("**%s**, by list prices of %s before tax and discounts, simulated.\n",
		costInWords(in), code(in.Estimate.PriceTable))
	p.table("Item", "Resources", "USD a month")
	counted, byUse := expenses(in.Estimate.Items)
	for _, e := range counted {
		p.row(prose(e.item), fmt.Sprintf("%d %s", e.resources, code(e.kind)), e.cost.String())
	}
	total := "Total"
	if in.Estimate.AtLeast() {
		total = "Total of what has a price"
	}
	p.row("**"+total+"**", "", "**"+in.Estimate.KnownTotal.String()+"**")
	if len(byUse) == 0 {
		return
	}
	var items []string
	for _, e := range byUse {
		items = append(items, prose(e.item)+e.price)
	}
	p.line("\nBilled by use, and not counted: %s.", strings.Join(items, "; "))
}

// expense is what equal items of one type of resource cost together. price is what is
// known of that of one unit, behind the item.
type expense struct {
	item, kind string
	resources  int
	cost       request.Money
	price      string
}

// expenses returns the items as expenses, the greatest first, and apart from them
// those that totals do not count.
func expenses(items []request.EstimateItem) (counted, byUse []expense) {
	parts := map[bool][]request.EstimateItem{}
	for _, i := range items {
		parts[i.Counted()] = append(parts[i.Counted()], i)
	}
	return grouped(parts[true]), grouped(parts[false])
}

func grouped(items []request.EstimateItem) []expense {
	var list []expense
	places := map[[2]string]int{}
	for _, i := range items {
		kind, _, _ := strings.Cut(i.Address, ".")
		at, ok := places[[2]string{i.Item, kind}]
		if !ok {
			at = len(list)
			places[[2]string{i.Item, kind}] = at
			list = append(list, expense{item: i.Item, kind: kind, cost: request.Cents(0), price: unitPrice(i)})
		}
		list[at].resources++
		list[at].cost = list[at].cost.Plus(i.MonthlyCost)
	}
	slices.SortStableFunc(list, func(a, b expense) int { return cmp.Compare(b.cost.Cents, a.cost.Cents) })
	return list
}

func unitPrice(i request.EstimateItem) string {
	if i.UnitPrice == "" {
		return ""
	}
	return prose(" (" + string(i.UnitPrice) + " USD/" + i.Unit + ")")
}

func (p *page) placement(in Input) {
	if len(in.Placement) == 0 {
		return
	}
	p.heading("Where each part goes")
	if in.Profile.Mode == profile.Simulation {
		p.line("Identifiers are placeholders: a simulation has no account.\n")
	}
	p.table("Part", "Boundary", "Identifier", "For what")
	for _, part := range in.Placement {
		p.row(code(part.Name), code(part.Boundary), code(part.ID), prose(part.Holds))
	}
}

func (p *page) rationale(in Input) {
	if len(in.Rationale) == 0 {
		return
	}
	p.heading("What size, class and stage decide")
	p.table("Because of", "What is declared")
	for _, reason := range in.Rationale {
		p.row(code(reason.Field), prose(reason.Text))
	}
}

// needNames are the kinds of needs as a reviewer reads them.
var needNames = map[adapter.NeedKind]string{
	adapter.NeedInput: "Input", adapter.NeedQuota: "Quota", adapter.NeedRight: "Right", adapter.NeedStep: "Step",
}

func (p *page) needs(in Input) {
	if len(in.Needs) == 0 {
		return
	}
	p.heading("What the workflow must bring")
	p.table("Kind", "Name", "What for")
	steps := 0
	for _, n := range in.Needs {
		kind := needNames[n.Kind]
		if n.Kind == adapter.NeedStep {
			steps++
			kind = fmt.Sprintf("%s %d", kind, steps)
		}
		p.row(kind, code(n.Name), prose(n.Text))
	}
}

// controlNames are the controls as a reviewer reads them.
var controlNames = map[request.Control]string{
	request.CentralLogging:   "Central logging",
	request.EncryptionAtRest: "Encryption at rest",
	request.LeastPrivilege:   "Least privilege",
	request.PrivateCluster:   "Private cluster",
}

func (p *page) controls(in Input) {
	p.heading("Controls and where each is upheld")
	p.table("Control", "Resources", "Among them")
	for _, control := range request.AllControls() {
		held := upholders(in.Resources, control)
		p.row(controlNames[control], strconv.Itoa(len(held)), spans(oneOfEach(held), 5))
	}
}

// oneOfEach returns the first address of each type of resource: a reviewer sees
// more of where a control is upheld than in five of one kind.
func oneOfEach(addresses []string) []string {
	var list []string
	seen := map[string]bool{}
	for _, address := range addresses {
		kind, _, _ := strings.Cut(address, ".")
		if !seen[kind] {
			list = append(list, address)
		}
		seen[kind] = true
	}
	return list
}

// spans returns the first most names as code spans.
func spans(names []string, most int) string {
	var shown []string
	for _, n := range names[:min(most, len(names))] {
		shown = append(shown, code(n))
	}
	return strings.Join(shown, ", ")
}

func (p *page) policy(in Input) {
	p.heading("Policy")
	satisfied, notApplicable, dated, excepted := 0, 0, 0, 0
	var advisories []RuleOutcome
	for _, r := range in.Rules {
		switch r.Outcome {
		case request.Satisfied:
			satisfied++
		case request.NotApplicable:
			notApplicable++
		case request.DependsOnDate:
			dated++
		case request.Excepted:
			excepted++
		default:
			advisories = append(advisories, r)
		}
	}
	broken := ""
	if excepted > 0 {
		broken = fmt.Sprintf("broken with an exception: %d, ", excepted)
	}
	p.line("**Accepted**: rules satisfied: %d, %snot applicable: %d, depending on the day: %d, advisories: %d; see the policy decision.",
		satisfied, broken, notApplicable, dated, len(advisories))
	if len(advisories) == 0 {
		return
	}
	p.line("")
	p.table("Advisory on", "What it says", "Rule")
	for _, a := range advisories {
		p.row(code(a.Field), prose(a.Message+" "+a.Remediation), code(a.PolicyID))
	}
}

func (p *page) checklist(in Input, id request.Identity) {
	paths := PathsOf(id.RequestID)
	p.heading("Checklist")
	if len(exceptions(in.Rules)) > 0 {
		p.line("- [ ] Each exception is still needed, and its owner knows of this request.")
	}
	p.line("- [ ] The owner knows of this request, and the cost centre is right.")
	p.line("- [ ] The reason explains size, budget, data and expiry date.")
	p.line("- [ ] The network range is free.")
	p.line("- [ ] %s is that of adapter version %s for every request; its SHA-256 begins %s.",
		code(paths.Root), code(in.Adapter.Version), code(document.Digest(in.Root)[:12]))
	p.line("- [ ] %s says what you expect.", code(paths.Inputs))
	p.line("- [ ] Nothing but this environment has its state at the state key%s.", whereNeeded(in, ", and the workflow brings what it must"))
	p.line("- [ ] Each artifact has the hash that %s states.", code(paths.Attestation))
}

// lifecycle says how the environment is planned, changed and removed.
func (p *page) lifecycle(in Input, id request.Identity) {
	key, folder := code(in.Request.StateKey(in.Profile.Provider)), code(path.Dir(PathsOf(id.RequestID).Root))
	p.heading("How to plan, change and remove it")
	p.line("- **Plan** in %s, with the workflow's state backend at the key %s. Terraform reads %s there by itself%s.",
		folder, key, code("terraform.tfvars.json"), whereNeeded(in, "; the inputs below are added to it"))
	p.line("- **Change or extend** by a request with the same application, environment and region, planned with the same key. "+
		"%s shows what that adds, changes in place, replaces and removes, and what it costs.", code("platform request diff OLD NEW"))
	p.line("- **Remove** by %s in the folder of the request that was applied last, with the same key, reviewed and approved like any plan%s.",
		code("terraform plan -destroy"), whereNeeded(in, "; see the steps below"))
}

// whereNeeded returns a text where the page says what the workflow must bring.
func whereNeeded(in Input, text string) string {
	if len(in.Needs) == 0 {
		return ""
	}
	return text
}

func (p *page) next(in Input) {
	p.heading("What will not happen")
	p.line("- This service opens no pull request, runs no Terraform and holds no credential.")
	p.line("- Merging deploys nothing by itself.")
	p.line("- The budget alerts the owner and stops nothing.")
	p.line("- %s", cleanup(in))
	var stages []string
	for _, s := range GuardedStages() {
		stages = append(stages, s.Stage)
	}
	p.line("- Outside this service, each by itself and **not executed**: %s.", strings.Join(stages, ", "))
}

// cleanup says how an environment ends: never by this service.
func cleanup(in Input) string {
	switch {
	case in.Profile.Mode == profile.Sandbox && in.Request.ExpiryDate != "":
		return fmt.Sprintf("Nothing is removed by itself on %s. Cleanup is a separate, protected path: a destroy workflow "+
			"with its own approval and typed confirmation.", in.Request.ExpiryDate)
	case in.Request.ExpiryDate == "":
		return "Nothing is removed by itself."
	default:
		return fmt.Sprintf("Nothing is removed by itself on %s: cleanup is a separate, protected path.", in.Request.ExpiryDate)
	}
}
