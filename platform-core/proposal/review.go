package proposal

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
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

// review returns the page that a reviewer reads.
func review(in Input, id environment.Identity) []byte {
	p := &page{}
	r := in.Request
	p.line("# Review: %s, %s\n", code(r.Application), r.Environment)
	p.line("**Ready for review.** A proposal of the Self-Service Environment Platform: nothing was executed and no cloud was changed.")
	p.summary(in, id)
	p.cost(in)
	p.controls(in)
	p.policy(in)
	p.checklist(in, id)
	p.next(in)
	return []byte(p.String())
}

func (p *page) summary(in Input, id environment.Identity) {
	r := in.Request
	p.heading("What is proposed")
	p.table("", "")
	p.row("Request", code(id.RequestID))
	p.row("Fingerprint", code(id.Fingerprint))
	p.row("Application", code(r.Application))
	p.row("Environment", r.Environment)
	p.row("Owner", code(r.Owner))
	p.row("Cost centre", code(r.CostCentre))
	p.row("Data classification", r.DataClassification)
	p.row("Until", until(r.ExpiryDate))
	p.row("Provider and mode", fmt.Sprintf("%s (%s), %s", in.Adapter.DisplayName, code(in.Adapter.ID), in.Profile.Mode))
	p.row("Region", code(r.Region))
	p.row("Network", code(r.NetworkCIDR.String()))
	p.row("Cluster size", r.ClusterSize)
	p.heading("Why")
	p.WriteString(block(r.BusinessJustification, 80))
}

func until(expiry environment.Date) string {
	if expiry == "" {
		return "no expiry date (production)"
	}
	return string(expiry)
}

func (p *page) cost(in Input) {
	p.heading("Cost")
	total := in.Estimate.MonthlyTotal
	if !total.Known {
		p.line("**No estimate exists for this region**: the price table %s lacks a price, so the budget of %d US dollars a month was not checked against one.",
			in.Estimate.PriceTable, in.Request.MonthlyBudget)
		return
	}
	p.line("Estimated at **%s US dollars a month** of a budget of %d (%d %%), with the price table %s. A simulated estimate: prices change, and traffic is not in it.\n",
		total, in.Request.MonthlyBudget, total.Cents/max(in.Request.MonthlyBudget, 1), in.Estimate.PriceTable)
	p.table("Item", "Resource", "Quantity", "Unit price", "A month")
	for _, i := range in.Estimate.Items {
		p.row(code(i.Item), code(i.Address), i.Quantity+" "+i.Unit, string(i.UnitPrice), i.MonthlyCost.String())
	}
}

// controlNames are the controls as a reviewer reads them.
var controlNames = map[environment.Control]string{
	environment.CentralLogging:   "Central logging",
	environment.EncryptionAtRest: "Encryption at rest",
	environment.LeastPrivilege:   "Least privilege",
	environment.PrivateCluster:   "Private cluster",
}

func (p *page) controls(in Input) {
	p.heading("Controls")
	p.line("All %d declared resources are in the resource inventory. Each control is upheld by:\n", len(in.Resources))
	p.table("Control", "Upheld by")
	for _, control := range environment.AllControls() {
		p.row(controlNames[control], spans(upholders(in.Resources, control), 6))
	}
}

// spans returns the first most names as code spans, and how many more there are.
func spans(names []string, most int) string {
	var shown []string
	for _, n := range names[:min(most, len(names))] {
		shown = append(shown, code(n))
	}
	text := strings.Join(shown, ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func (p *page) policy(in Input) {
	p.heading("Policy")
	satisfied, notApplicable := 0, 0
	var advisories []RuleOutcome
	for _, r := range in.Rules {
		switch r.Outcome {
		case OutcomeSatisfied:
			satisfied++
		case OutcomeNotApplicable:
			notApplicable++
		default:
			advisories = append(advisories, r)
		}
	}
	p.line("**Accepted**: %d rules satisfied, %d not applicable, %d advisories. Each rule and its outcome is in the policy decision.",
		satisfied, notApplicable, len(advisories))
	for _, a := range advisories {
		p.line("\n- Advisory %s on %s: expected %s", code(a.PolicyID), code(a.Field), code(a.Expected))
	}
}

func (p *page) checklist(in Input, id environment.Identity) {
	paths := PathsOf(id.RequestID)
	p.heading("Checklist")
	p.line("- [ ] The owner and the cost centre are right, and the owner knows of this request.")
	p.line("- [ ] The justification explains the size, the budget and the data classification.")
	p.line("- [ ] %s is the adapter's text of version %s, unchanged; it is the same for every request.", code(paths.Root), code(in.Adapter.Version))
	p.line("- [ ] %s says what you expect.", code(paths.Inputs))
	p.line("- [ ] The network range is free.")
	p.line("- [ ] `sha256sum` of each artifact is what the attestation %s says.", code(paths.Attestation))
}

func (p *page) next(in Input) {
	p.heading("What happens next, and what does not")
	p.line("This service stops here. The stages below are outside it, and **not executed**:\n")
	for _, s := range GuardedStages() {
		p.line("- **%s**: by %s.", s.Stage, s.PerformedBy)
	}
	if in.Profile.Mode == installation.Sandbox {
		p.line("\nCleanup after the expiry date is a separate, protected path of its own; merging this proposal does not provide it.")
	}
	p.line("\nNo pull request was opened, no Terraform was run, and no credential was used to make this proposal.")
}
