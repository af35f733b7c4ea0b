package adaptertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// rootNeverChanges compares the main.tf of every order that has one.
func rootNeverChanges(_ context.Context, s *suite) error {
	var first *answer
	for i, a := range s.first.answers {
		switch {
		case !a.generated():
		case first == nil:
			first = &s.first.answers[i]
		default:
			if err := same(adapter.RootFile+" of "+first.name+" and of "+a.name, first.root(), a.root()); err != nil {
				return err
			}
		}
	}
	if first == nil {
		return skip{"nothing was generated"}
	}
	return nil
}

func rootIsFormatted(_ context.Context, s *suite) error {
	if s.rootFault != nil {
		return s.rootFault
	}
	seen := map[string]bool{} // one text, where root-constant holds
	for _, a := range s.first.answers {
		if !a.generated() || seen[string(a.root())] {
			continue
		}
		seen[string(a.root())] = true
		if !formatted(a.root()) {
			return fmt.Errorf("%s of %s: terraform fmt would change it", adapter.RootFile, a.name)
		}
	}
	return nil
}

// readable returns why main.tf cannot be read, as a skip: root-formatted tells.
func (s *suite) readable() error {
	var skipped skip
	if s.rootFault == nil || errors.As(s.rootFault, &skipped) {
		return s.rootFault
	}
	return skip{"main.tf is not HCL"}
}

// eachGenerated calls do with the module of every accepted order.
func (s *suite) eachGenerated(do func(a answer, m *Module) error) error {
	if err := s.readable(); err != nil {
		return err
	}
	for _, a := range s.first.answers {
		if !a.accepted() || !a.generated() {
			continue
		}
		m, err := s.module(a)
		if err != nil {
			return skip{"the inputs do not fit main.tf"}
		}
		if err := do(a, m); err != nil {
			return err
		}
	}
	return nil
}

// module returns main.tf with the inputs of an answer, read once.
func (s *suite) module(a answer) (*Module, error) {
	if m, read := s.modules[a.name]; read {
		return m, nil
	}
	m, err := s.root.With(a.inputs())
	if err == nil {
		s.modules[a.name] = m
	}
	return m, err
}

// inputsMatch reads the inputs of every order that has some.
func inputsMatch(_ context.Context, s *suite) error {
	if err := s.readable(); err != nil {
		return err
	}
	for _, a := range s.first.answers {
		if !a.generated() || !a.accepted() {
			continue
		}
		if _, err := s.module(a); err != nil {
			return fmt.Errorf("%s of %s: %w", adapter.InputsFile, a.name, err)
		}
	}
	return nil
}

// inventoryMatches compares the resources with what main.tf declares, both ways.
func inventoryMatches(_ context.Context, s *suite) error {
	return s.eachGenerated(func(a answer, m *Module) error {
		if _, err := m.Instances(); err != nil {
			return skip{err.Error()}
		}
		if err := CheckInventory(m, a.evaluation.Resources, "name"); err != nil {
			first, _, _ := strings.Cut(err.Error(), "\n")
			return fmt.Errorf("%s: %s", a.name, first)
		}
		return nil
	})
}

// controlsHeld checks that the resources uphold the controls, as a host does,
// and that main.tf bears each of them out.
func controlsHeld(_ context.Context, s *suite) error {
	if err := s.broken(controlsUpheld); err != nil {
		return err
	}
	return s.eachGenerated(func(a answer, m *Module) error {
		declared, err := m.Instances()
		if err != nil {
			return skip{err.Error()}
		}
		for _, control := range request.AllControls() {
			if !a.order.Request.Value("controls." + string(control)).Flag {
				continue
			}
			if !slices.ContainsFunc(a.evaluation.Resources, func(r request.Resource) bool { return upholds(r, control, declared) }) {
				return fmt.Errorf("%s: no resource that upholds %s is declared in main.tf with one of its settings", a.name, control)
			}
		}
		return nil
	})
}

// upholds reports whether main.tf declares the resource with one of the
// settings that the inventory names.
func upholds(r request.Resource, control request.Control, declared map[string]Instance) bool {
	instance, found := declared[r.Address]
	if !found || !slices.Contains(r.Controls, control) {
		return false
	}
	for _, setting := range r.Properties.Names() {
		if written, known := instance.Setting(setting); known && written == r.Properties[setting] {
			return true
		}
	}
	return false
}

// hostile are justifications that would do something in a careless place. Each
// holds the marker, so that it is found wherever it lands.
const marker = "zq7Marker"

var hostile = []string{
	marker + `"} resource "null_resource" "x" {} {"`,
	marker + ` ${file("/etc/passwd")} and %{ if true }yes%{ endif }`,
	marker + ` $${not} a \u0022 template \n at all`,
	marker + `", "name": "other", "account_id": "666666666666`,
	marker + ` <script>alert(1)</script> & 'quotes' "quotes" \ backslash`,
	marker + " Ünïcödé 环境 with a long s: ſ and an em dash: —",
}

// textIsQuoted orders an environment with each hostile text, and compares what
// comes back with what plain words get.
func textIsQuoted(ctx context.Context, s *suite) error {
	plain, err := s.justified(ctx, "Plain words.")
	if err != nil {
		return err
	}
	for _, text := range hostile {
		a, err := s.justified(ctx, text)
		if err != nil {
			return err
		}
		if err := quotedOnly(text, plain, a); err != nil {
			return fmt.Errorf("the justification %q: %w", text, err)
		}
	}
	return nil
}

// justified returns the answer to an accepted order with a justification.
func (s *suite) justified(ctx context.Context, text string) (answer, error) {
	r := Request(s.description.DefaultRegion)
	r.BusinessJustification = text
	a, err := asker{s.running.Adapter, s}.answer(ctx, demand{"hostile text", Input(s.description, profile.Simulation, r), true})
	switch {
	case err != nil:
		return a, err
	case !a.generated():
		return a, skip{"nothing was generated"}
	}
	return a, nil
}

func quotedOnly(text string, plain, a answer) error {
	if bytes.Contains(a.root(), []byte(marker)) {
		return errors.New("it is in " + adapter.RootFile)
	}
	if len(plain.evaluation.Resources) != len(a.evaluation.Resources) {
		return errors.New("it changes the number of resources")
	}
	for i, r := range a.evaluation.Resources {
		if r.Address != plain.evaluation.Resources[i].Address {
			return fmt.Errorf("it changes the address %s", plain.evaluation.Resources[i].Address)
		}
	}
	usual, err := jsonMembers(plain.inputs())
	if err != nil {
		return err
	}
	found, err := jsonMembers(a.inputs())
	if err != nil {
		return fmt.Errorf("%s is no JSON document any more: %w", adapter.InputsFile, err)
	}
	return sameShape(text, usual, found)
}

// sameShape checks that two documents have the same members, and that the text
// is the whole of each string that holds any of it.
func sameShape(text string, usual, found map[string]string) error {
	if a, b := slices.Sorted(maps.Keys(usual)), slices.Sorted(maps.Keys(found)); !slices.Equal(a, b) {
		return fmt.Errorf("it changes the members of %s from %q to %q", adapter.InputsFile, a, b)
	}
	for _, path := range slices.Sorted(maps.Keys(found)) {
		if value := found[path]; strings.Contains(value, marker) && value != text {
			return fmt.Errorf("%s in %s is %q", path, adapter.InputsFile, value)
		}
	}
	return nil
}
