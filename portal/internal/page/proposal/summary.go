package proposal

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
	core "platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/form"
)

// summary describes a proposal, as its files declare it.
type summary struct {
	request.Request
	// Resources is the number of resources.
	Resources int
	Cost      form.Bar
	// Unpriced are the items without a price, and NoEstimate means that no item has one.
	Unpriced   []string
	NoEstimate bool
}

// newSummary returns nil if this release cannot read the files. The page then shows only their
// text.
func newSummary(files map[string]string, requestID string) *summary {
	r, err := recorded(files, requestID)
	inventory := inventoryOf(files, requestID)
	if err != nil || inventory == nil {
		return nil
	}
	e := inventory.Estimate
	s := &summary{
		Request: r, Resources: len(inventory.Resources), Cost: form.NewBar(e, r.MonthlyBudget), NoEstimate: !e.KnownTotal.Known,
	}
	for _, item := range e.Items {
		if item.Counted() && !item.MonthlyCost.Known {
			s.Unpriced = append(s.Unpriced, item.Item)
		}
	}
	return s
}

// recorded returns the request of the proposal.
func recorded(files map[string]string, requestID string) (request.Request, error) {
	text := files[core.PathsOf(requestID).Request]
	return request.Parse(document.Source{Format: document.YAML, Data: []byte(text)})
}

// inventoryOf returns the resource inventory, or nil if this release cannot read it.
func inventoryOf(files map[string]string, requestID string) *core.Inventory {
	var inventory core.Inventory
	if json.Unmarshal([]byte(files[core.PathsOf(requestID).Inventory]), &inventory) != nil {
		return nil
	}
	return &inventory
}

// estimateOf returns the estimate of the resource inventory, without items if this release cannot read it.
func estimateOf(files map[string]string, requestID string) request.Estimate {
	if inventory := inventoryOf(files, requestID); inventory != nil {
		return inventory.Estimate
	}
	return request.Estimate{}
}

// filesOf returns the contents of a proposal's artifacts by path.
func filesOf(p core.Proposal) map[string]string {
	files := map[string]string{}
	for _, a := range p.Artifacts {
		files[a.Path] = a.Content
	}
	return files
}

// input is one input of the Terraform.
type input struct {
	Name string
	// Values has several entries for a list and for an object.
	Values []string
}

// newInputs returns the inputs sorted by name, or none if they cannot be read.
func newInputs(text string) []input {
	var values map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &values) != nil {
		return nil
	}
	var list []input
	for _, name := range slices.Sorted(maps.Keys(values)) {
		list = append(list, input{name, inputValues(values[name])})
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
