package proposal

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
	core "platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// Summary describes a proposal, as its files declare it.
type Summary struct {
	Application, Environment, Region, Owner, CostCentre, Until string
	// Resources is the number of resources as text.
	Resources string
	Cost      form.Bar
}

// newSummary returns nil if this release cannot read the files. The page then shows only their
// text.
func newSummary(files map[string]string, requestID string) *Summary {
	r, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(files[core.PathsOf(requestID).Request])})
	inventory := inventoryOf(files, requestID)
	if err != nil || inventory == nil {
		return nil
	}
	return &Summary{
		Application: r.Application, Environment: r.Environment, Region: r.Region, Owner: r.Owner, CostCentre: r.CostCentre,
		Until:     cmp.Or(string(r.ExpiryDate), "no end"),
		Resources: shell.Count(len(inventory.Resources), "resource"), Cost: form.NewBar(inventory.Estimate, r.MonthlyBudget),
	}
}

// inventoryOf returns the resource inventory, or nil if this release cannot read it.
func inventoryOf(files map[string]string, requestID string) *core.Inventory {
	var inventory core.Inventory
	if json.Unmarshal([]byte(files[core.PathsOf(requestID).Inventory]), &inventory) != nil {
		return nil
	}
	return &inventory
}

// filesOf returns the contents of a proposal's artifacts by path.
func filesOf(p core.Proposal) map[string]string {
	files := map[string]string{}
	for _, a := range p.Artifacts {
		files[a.Path] = a.Content
	}
	return files
}

// Input is one input of the Terraform.
type Input struct {
	Name string
	// Values has several entries for a list and for an object.
	Values []string
}

// newInputs returns the inputs sorted by name, or none if they cannot be read.
func newInputs(text string) []Input {
	var values map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &values) != nil {
		return nil
	}
	var list []Input
	for _, name := range slices.Sorted(maps.Keys(values)) {
		list = append(list, Input{name, inputValues(values[name])})
	}
	return list
}

func inputValues(value json.RawMessage) []string {
	var parts []json.RawMessage
	if json.Unmarshal(value, &parts) == nil && parts != nil {
		var list []string
		for _, part := range parts {
			list = append(list, inputText(part))
		}
		return list
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(value, &fields) == nil && fields != nil {
		var list []string
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			list = append(list, name+": "+inputText(fields[name]))
		}
		return list
	}
	if text := inputText(value); text != "" {
		return []string{text}
	}
	return nil
}

// inputText returns a string without its quotes, and any other value as JSON.
func inputText(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return strings.TrimSpace(string(value))
}
