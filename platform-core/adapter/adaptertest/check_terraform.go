package adaptertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// rootNeverChanges compares the main.tf of every answer that has one.
func rootNeverChanges(_ context.Context, s *suite) error {
	var first *answer
	for _, a := range s.first.answers {
		switch {
		case !a.generated():
		case first == nil:
			first = &a
		default:
			if err := same(adapter.RootFile+" of "+first.name+" and of "+a.name, first.Root(), a.Root()); err != nil {
				return err
			}
		}
	}
	if first == nil {
		return skip("nothing was generated")
	}
	return nil
}

func rootIsFormatted(_ context.Context, s *suite) error {
	if s.rootFault != nil {
		return s.rootFault
	}
	seen := map[string]bool{} // one text, where root-constant holds
	for _, a := range s.first.answers {
		if !a.generated() || seen[string(a.Root())] {
			continue
		}
		seen[string(a.Root())] = true
		if !bytes.Equal(a.Root(), hclwrite.Format(a.Root())) {
			return fmt.Errorf("%s of %s: terraform fmt would change it", adapter.RootFile, a.name)
		}
	}
	return nil
}

// eachModule calls do with each accepted answer and its module, or why there is
// none.
func (s *suite) eachModule(do func(a answer, m *Module, err error) error) error {
	var skipped skip
	if s.rootFault != nil && !errors.As(s.rootFault, &skipped) {
		return skip("main.tf is not HCL") // as root-formatted reports
	}
	if s.rootFault != nil {
		return s.rootFault
	}
	for _, a := range s.first.answers {
		if !a.accepted() || !a.generated() {
			continue
		}
		m, err := s.module(a)
		if err := do(a, m, err); err != nil {
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
	m, err := s.root.With(a.Inputs())
	if err == nil {
		s.modules[a.name] = m
	}
	return m, err
}

func inputsMatch(_ context.Context, s *suite) error {
	return s.eachModule(func(a answer, _ *Module, err error) error {
		if err != nil {
			return fmt.Errorf("%s of %s: %w", adapter.InputsFile, a.name, err)
		}
		return nil
	})
}

// eachInventory calls do with each accepted answer and what main.tf declares.
func (s *suite) eachInventory(do func(a answer, m *Module, declared map[string]Instance) error) error {
	return s.eachModule(func(a answer, m *Module, err error) error {
		if err != nil {
			return skip("the inputs do not fit main.tf") // as inputs reports
		}
		declared, err := m.Instances()
		if err != nil {
			return skip(err.Error())
		}
		return do(a, m, declared)
	})
}

// inventoryMatches compares the resources with what main.tf declares, both ways.
func inventoryMatches(_ context.Context, s *suite) error {
	return s.eachInventory(func(a answer, m *Module, _ map[string]Instance) error {
		if err := CheckInventory(m, a.Evaluation.Resources, "name"); err != nil {
			first, _, _ := strings.Cut(err.Error(), "\n")
			return fmt.Errorf("%s: %s", a.name, first)
		}
		return nil
	})
}

// controlsDeclared checks that the resources uphold the controls, as a host
// does, and that main.tf declares a resource for each of them.
func controlsDeclared(ctx context.Context, s *suite) error {
	if err := breaches(controlsUpheld)(ctx, s); err != nil {
		return err
	}
	return s.eachInventory(func(a answer, _ *Module, declared map[string]Instance) error {
		for _, control := range request.AllControls() {
			if !a.input.Request.Value("controls." + string(control)).Flag {
				continue
			}
			if !slices.ContainsFunc(a.Evaluation.Resources, func(r request.Resource) bool { return upholds(r, control, declared) }) {
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
	return found && slices.Contains(r.Controls, control) && slices.ContainsFunc(r.Properties.Names(), func(setting string) bool {
		written, known := instance.Setting(setting)
		return known && written == r.Properties[setting]
	})
}

// marker is in each hostile text, so that it is found wherever it ends up.
const marker = "zq7Marker"

// hostile are justifications that would do something in a careless place.
var hostile = []string{
	marker + `"} resource "null_resource" "x" {} {"`,
	marker + ` ${file("/etc/passwd")} and %{ if true }yes%{ endif }`,
	marker + ` $${not} a \u0022 template \n at all`,
	marker + `", "name": "other", "account_id": "666666666666`,
	marker + ` <script>alert(1)</script> & 'quotes' "quotes" \ backslash`,
	marker + " Ünïcödé 环境 with a long s: ſ and an em dash: —",
}

// textIsQuoted requests an environment with each hostile text, and compares what
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

// justified returns the answer to an accepted request with a justification.
func (s *suite) justified(ctx context.Context, text string) (answer, error) {
	in := Input(s.description, profile.Simulation, Request(s.description.DefaultRegion, WithJustification(text)))
	a, err := asker{s.running.Adapter, s}.answer(ctx, question{"hostile text", in, true})
	if err == nil && !a.generated() {
		err = skip("nothing was generated")
	}
	return a, err
}

func quotedOnly(text string, plain, a answer) error {
	if bytes.Contains(a.Root(), []byte(marker)) {
		return errors.New("it is in " + adapter.RootFile)
	}
	addresses := func(a answer) (list []string) {
		for _, r := range a.Evaluation.Resources {
			list = append(list, r.Address)
		}
		return list
	}
	if !slices.Equal(addresses(plain), addresses(a)) {
		return errors.New("it changes the resources")
	}
	usual, err := readInputs(plain.Inputs())
	if err != nil {
		return err
	}
	found, err := readInputs(a.Inputs())
	if err != nil {
		return fmt.Errorf("%s is no JSON document any more: %w", adapter.InputsFile, err)
	}
	if !found.Type().Equals(usual.Type()) {
		return errors.New("it changes the members of " + adapter.InputsFile)
	}
	return cty.Walk(found, func(at cty.Path, value cty.Value) (bool, error) {
		if content, _ := scalar(value); strings.Contains(content, marker) && content != text {
			return false, fmt.Errorf("%v in %s is %q", at, adapter.InputsFile, content)
		}
		return true, nil
	})
}
