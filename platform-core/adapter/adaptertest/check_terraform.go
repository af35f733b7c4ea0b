package adaptertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// readRoot reads the main.tf of the accepted requests, which has one text.
func (s *suite) readRoot() {
	s.rootFault = skip("no request was accepted, so there is no main.tf")
	for _, a := range s.first.answers {
		if a.accepted() && a.generated() {
			s.accepted = append(s.accepted, a)
		}
	}
	if len(s.accepted) > 0 {
		s.rootText = s.accepted[0].Root()
		s.root, s.rootFault = ParseRoot(s.rootText)
	}
}

// rootNeverChanges compares the main.tf of every answer that has one.
func rootNeverChanges(_ context.Context, s *suite) error {
	if s.rootText == nil {
		return s.rootFault
	}
	for _, a := range s.first.answers {
		if !a.generated() {
			continue
		}
		if err := same(adapter.RootFile+" of "+a.name, s.rootText, a.Root()); err != nil {
			return err
		}
	}
	return nil
}

func rootIsFormatted(_ context.Context, s *suite) error {
	if s.rootFault == nil && !bytes.Equal(s.rootText, hclwrite.Format(s.rootText)) {
		return errors.New("terraform fmt would change " + adapter.RootFile)
	}
	return s.rootFault
}

// errNoRoot is why inputs and resources cannot be compared with main.tf.
const errNoRoot = skip("there is no main.tf that can be read") // as root-formatted reports

func inputsMatch(_ context.Context, s *suite) error {
	if s.root == nil {
		return errNoRoot
	}
	for _, a := range s.accepted {
		if _, err := s.root.WithAnswer(a.Answer); err != nil {
			return fmt.Errorf("%s of %s: %w", adapter.InputsFile, a.name, err)
		}
		if err := s.root.checkNeeds(a.Generation); err != nil {
			return fmt.Errorf("Generate of %s: %w", a.name, err)
		}
	}
	for _, b := range s.root.Blocks("variable") {
		others := strings.Replace(string(s.rootText), b.Text(), "", 1)
		if !regexp.MustCompile(`\b` + regexp.QuoteMeta(b.Address()) + `\b`).MatchString(others) {
			return fmt.Errorf("nothing in main.tf reads %s", b.Address())
		}
	}
	return nil
}

// checkNeeds compares the inputs that the workflow must bring, where an adapter names
// any, with the variables that terraform.tfvars.json leaves out, both ways.
func (r *Root) checkNeeds(g adapter.Generation) error {
	given, err := readInputs(g.Files[1].Content)
	if err != nil || len(g.Needs) == 0 {
		return err
	}
	left := map[string]bool{}
	for _, b := range r.Blocks("variable") {
		name := b.Labels()[0]
		left[name] = !given.Type().HasAttribute(name)
	}
	for _, n := range g.Needs {
		unset, ok := left[n.Name]
		switch {
		case n.Kind != adapter.NeedInput:
		case !ok:
			return fmt.Errorf("the workflow must bring the input %s, which is no variable of main.tf", n.Name)
		case !unset:
			return fmt.Errorf("the workflow must bring the input %s, which %s has already", n.Name, adapter.InputsFile)
		default:
			left[n.Name] = false
		}
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		if left[name] {
			return fmt.Errorf("%s leaves out the input %s, and no need names it", adapter.InputsFile, name)
		}
	}
	return nil
}

// eachInventory calls do with each accepted answer and what main.tf declares.
func (s *suite) eachInventory(do func(a answer, m *Module, declared map[string]Instance) error) error {
	if s.root == nil {
		return errNoRoot
	}
	for _, a := range s.accepted {
		m, err := s.root.WithAnswer(a.Answer)
		if err != nil {
			return skip("the inputs do not fit main.tf") // as inputs reports
		}
		declared, err := m.Instances()
		if err != nil {
			return skip(err.Error())
		}
		if err := do(a, m, declared); err != nil {
			return err
		}
	}
	return nil
}

// inventoryMatches compares the resources with what main.tf declares, both ways, and
// looks for what the adapter says that a change replaces.
func inventoryMatches(_ context.Context, s *suite) error {
	if err := s.checkReplacements(); err != nil {
		return err
	}
	return s.eachInventory(func(a answer, m *Module, _ map[string]Instance) error {
		if err := CheckInventory(m, a.Evaluation.Resources, "name"); err != nil {
			first, _, _ := strings.Cut(err.Error(), "\n")
			return fmt.Errorf("%s: %s", a.name, first)
		}
		return nil
	})
}

// checkReplacements checks that main.tf declares each type that a change may replace,
// and that a resource of the type has each of its properties.
func (s *suite) checkReplacements() error {
	if s.root == nil {
		return errNoRoot
	}
	declared, has := map[string]bool{}, map[[2]string]bool{}
	for _, b := range s.root.Blocks("resource") {
		declared[b.Labels()[0]] = true
	}
	for _, a := range s.accepted {
		for _, r := range a.Evaluation.Resources {
			has[[2]string{r.Type, ""}], has[[2]string{r.Type, adapter.NameProperty}] = true, true
			for _, p := range r.Properties {
				has[[2]string{r.Type, p.Name}] = true
			}
		}
	}
	for _, r := range s.accepted[0].Replacements {
		if !declared[r.Type] {
			return fmt.Errorf("a change may replace a %s, which main.tf does not declare", r.Type)
		}
		for _, p := range r.Properties {
			if has[[2]string{r.Type, ""}] && !has[[2]string{r.Type, p}] {
				return fmt.Errorf("a change of %s may replace a %s, and no resource of the type has this property", p, r.Type)
			}
		}
	}
	return nil
}

// controlsDeclared checks that the resources uphold the controls, as a host
// does, and that main.tf has the arguments that uphold each of them.
func controlsDeclared(ctx context.Context, s *suite) error {
	if err := breaches(controlsUpheld)(ctx, s); err != nil {
		return err
	}
	return s.eachInventory(func(a answer, _ *Module, declared map[string]Instance) error {
		upheld, err := adapter.UpheldControls(s.description, a.input, a.Evaluation.Resources)
		if err != nil {
			return err
		}
		for _, u := range upheld {
			for _, c := range u.Claims {
				if !declared[c.Address].Holds(c.Argument, c.Value) {
					return fmt.Errorf("%s: %s of %s upholds %s with %q, which it is not in main.tf", a.name, c.Argument,
						c.Address, u.Control, c.Value)
				}
			}
			if u.Upheld == adapter.Unstated && !slices.ContainsFunc(a.Evaluation.Resources,
				func(r request.Resource) bool { return upholds(r, u.Control, declared) }) {
				return fmt.Errorf("%s: no resource that upholds %s is declared in main.tf with one of its settings", a.name,
					u.Control)
			}
		}
		return nil
	})
}

// upholds reports whether main.tf declares the resource with one of the
// settings that the inventory names. It is for adapters without claims.
func upholds(r request.Resource, control request.Control, declared map[string]Instance) bool {
	instance, ok := declared[r.Address]
	return ok && slices.Contains(r.Controls, control) && slices.ContainsFunc(r.Properties,
		func(setting request.Property) bool {
			written, ok := instance.Setting(setting.Name)
			return ok && written == setting.Value
		})
}

// textIsQuoted looks for hostile text in the inputs of each answer. Where else it
// is, the text of main.tf or the resources differ.
func textIsQuoted(_ context.Context, s *suite) error {
	for _, a := range s.first.answers {
		if !a.generated() {
			continue
		}
		inputs, err := readInputs(a.Inputs())
		if err != nil {
			return fmt.Errorf("%s of %s is no JSON document: %w", adapter.InputsFile, a.name, err)
		}
		err = cty.Walk(inputs, func(_ cty.Path, value cty.Value) (bool, error) {
			if text, _ := scalar(value); strings.Contains(text, marker) && text != a.input.Request.BusinessJustification {
				return false, fmt.Errorf("%s of %s has the text %q", adapter.InputsFile, a.name, text)
			}
			return true, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
