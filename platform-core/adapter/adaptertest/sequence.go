package adaptertest

import (
	"context"
	"fmt"
	"net/netip"
	"slices"

	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/request"
)

// sameInAnyOrder asks fresh adapters: one backwards, and one each for an order
// after another order that differs from it in a single thing. A cache whose key
// lacks that thing, or what a call leaves behind, shows.
func sameInAnyOrder(ctx context.Context, s *suite) error {
	if err := s.backwards(ctx); err != nil {
		return err
	}
	for _, other := range s.neighbours() {
		if err := s.after(ctx, other); err != nil {
			return fmt.Errorf("after the same with another %s: %w", other.name, err)
		}
	}
	return nil
}

// backwards asks a fresh adapter from the last question to the first: for
// checks, then for files before evaluations.
func (s *suite) backwards(ctx context.Context) error {
	running, err := s.subject.Start(ctx, adapterhost.Surroundings{})
	if err != nil {
		return fmt.Errorf("does not start: %w", err)
	}
	defer running.Close()
	ask := asker{running.Adapter, s}
	t := transcript{answers: make([]answer, len(s.demands)), checks: make([]check, len(s.profiles))}
	for i, p := range slices.Backward(s.profiles) {
		if t.checks[i], err = ask.check(ctx, p); err != nil {
			return err
		}
	}
	for i, d := range slices.Backward(s.demands) {
		a := answer{demand: d}
		if a.files, a.ungenerated, err = ask.generate(ctx, d.name, d.order); err != nil {
			return err
		}
		if a.evaluation, a.refused, err = ask.evaluate(ctx, d.name, d.order); err != nil {
			return err
		}
		t.answers[i] = a
	}
	return compare(s.said, t.said())
}

// after asks a fresh adapter for another order, and then for the first.
func (s *suite) after(ctx context.Context, other demand) error {
	running, err := s.subject.Start(ctx, adapterhost.Surroundings{})
	if err != nil {
		return fmt.Errorf("does not start: %w", err)
	}
	defer running.Close()
	ask := asker{running.Adapter, s}
	if _, err := ask.answer(ctx, other); err != nil {
		return err
	}
	again, err := ask.answer(ctx, s.demands[0])
	if err != nil {
		return err
	}
	return compare(s.first.answers[0].said(), again.said())
}

// neighbours are the first order with one thing changed, by what that is.
func (s *suite) neighbours() []demand {
	first := s.demands[0].order
	var list []demand
	for _, mode := range Modes() {
		if mode != first.Mode {
			list = append(list, demand{"mode", Input(s.description, mode, first.Request), true})
		}
	}
	changed := func(name string, change Change) {
		r := first.Request
		change(&r)
		if r != first.Request {
			list = append(list, demand{name, Input(s.description, first.Mode, r), true})
		}
	}
	for _, stage := range request.Environments() {
		changed("environment", WithEnvironment(stage))
	}
	for _, size := range request.Sizes() {
		changed("cluster_size", WithSize(size))
	}
	for _, classification := range request.Classifications() {
		changed("data_classification", WithClassification(classification))
	}
	if regions := s.description.Regions; len(regions) > 0 {
		changed("region", WithRegion(regions[0].Name))
		changed("region", WithRegion(regions[len(regions)-1].Name))
	}
	changed("application", WithApplication("billing"))
	changed("owner", WithOwner("somebody-else@example.com"))
	changed("cost_centre", func(r *request.Request) { r.CostCentre = "CC-1" })
	changed("network_cidr", func(r *request.Request) { r.NetworkCIDR = netip.MustParsePrefix("10.80.0.0/18") })
	changed("monthly_budget_usd", func(r *request.Request) { r.MonthlyBudget = 90_000 })
	changed("business_justification", WithJustification("Another reason."))
	changed("expiry_date", func(r *request.Request) { r.ExpiryDate = "2027-02-28" })
	changed("controls", func(r *request.Request) { r.Controls = request.Controls{} })
	return list
}
