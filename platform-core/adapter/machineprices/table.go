package machineprices

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
)

// Wanted are the machine types and the regions that an adapter's tables name.
type Wanted struct {
	// Kinds are those of instances.json, Regions those of regions.json; sorted.
	Kinds, Regions []string
}

// WantedBy reads what an adapter wants from its instances.json and regions.json.
func WantedBy(instances, regions []byte) (Wanted, error) {
	var machines struct {
		Types map[string]any `json:"instance_types"`
	}
	var places struct {
		Regions []struct {
			Name string `json:"name"`
		} `json:"regions"`
	}
	if err := errors.Join(json.Unmarshal(instances, &machines), json.Unmarshal(regions, &places)); err != nil {
		return Wanted{}, err
	}
	w := Wanted{Kinds: sortedKeys(machines.Types)}
	for _, r := range places.Regions {
		w.Regions = append(w.Regions, r.Name)
	}
	slices.Sort(w.Regions)
	if len(w.Kinds) == 0 || len(w.Regions) == 0 {
		return Wanted{}, errors.New("instances.json has no instance_types, or regions.json no regions")
	}
	return w, nil
}

// Of returns the prices of a list that are wanted. The error names each price that
// is wanted and wrong: correct it in the list, with the reason in its source, or
// take the type out of instances.json.
func (w Wanted) Of(list adapter.MachinePrices) (adapter.MachinePrices, error) {
	var faults []error
	for _, f := range Check(list) {
		if f.Wrong && slices.Contains(w.Regions, f.Region) && slices.ContainsFunc(f.Kinds, w.wants) {
			faults = append(faults, errors.New(f.String()))
		}
	}
	table := adapter.MachinePrices{Source: list.Source, Of: list.Of, Regions: map[string]map[string]adapter.MicroDollars{}}
	for _, region := range w.Regions {
		for kind, usd := range list.Regions[region] {
			if !w.wants(kind) {
				continue
			}
			if table.Regions[region] == nil {
				table.Regions[region] = map[string]adapter.MicroDollars{}
			}
			table.Regions[region][kind] = usd
		}
	}
	if len(table.Regions) == 0 {
		faults = append(faults, errors.New("the list has none of the machine types in any of the regions"))
	}
	return table, errors.Join(faults...)
}

func (w Wanted) wants(kind string) bool { return slices.Contains(w.Kinds, kind) }

// Encode writes a table as `make prices` keeps it: a line for each region, sorted.
func Encode(table adapter.MachinePrices) []byte {
	var text bytes.Buffer
	source, err := json.Marshal(table.Source)
	if err != nil {
		panic(err) // a text has a JSON form
	}
	fmt.Fprintf(&text, "{\n  \"made_by\": \"make prices\",\n  \"source\": %s,\n  \"of\": %q,\n  \"regions\": {", source, table.Of)
	for i, region := range sortedKeys(table.Regions) {
		separate(&text, i)
		fmt.Fprintf(&text, "\n    %q: {", region)
		for j, kind := range sortedKeys(table.Regions[region]) {
			separate(&text, j)
			fmt.Fprintf(&text, "%s%q: %q", strings.Repeat(" ", min(j, 1)), kind, table.Regions[region][kind].Decimal())
		}
		text.WriteString("}")
	}
	text.WriteString("\n  }\n}\n")
	return text.Bytes()
}

func separate(text *bytes.Buffer, index int) {
	if index > 0 {
		text.WriteString(",")
	}
}

// Report says in lines what a table has of a list, what it lacks, and what of the
// list is unusual, for the person who renews the prices.
func (w Wanted) Report(list, table adapter.MachinePrices) []string {
	var without, partly, others []string
	for _, region := range w.Regions {
		switch has := len(table.Regions[region]); {
		case has == 0:
			without = append(without, region)
		case has < len(w.Kinds):
			partly = append(partly, fmt.Sprintf("%s (%d)", region, has))
		}
	}
	for _, region := range sortedKeys(list.Regions) {
		if !slices.Contains(w.Regions, region) {
			others = append(others, region)
		}
	}
	lines := []string{fmt.Sprintf("%d of %d regions, %d machine types, the list of %s",
		len(table.Regions), len(w.Regions), len(w.Kinds), list.Of)}
	for _, part := range []struct {
		what  string
		names []string
	}{
		{"regions without any price", without}, {"regions that do not sell every type", partly}, {"regions of the list that the adapter does not have", others},
	} {
		if len(part.names) > 0 {
			lines = append(lines, part.what+": "+strings.Join(part.names, ", "))
		}
	}
	return append(lines, w.reported(Check(list))...)
}

// reported returns the findings in lines: each of a wanted machine type, and for the
// others, which no table has, how many there are of a family.
func (w Wanted) reported(findings []Finding) (lines []string) {
	others := map[string][]string{}
	for _, f := range findings {
		switch {
		case slices.ContainsFunc(f.Kinds, w.wants):
			lines = append(lines, "look at "+f.String())
		case f.Wrong:
			others[f.Family] = append(others[f.Family], f.Region)
		}
	}
	for _, name := range sortedKeys(others) {
		lines = append(lines, fmt.Sprintf("not used: %s, wrong in some regions (%d), such as %s", name, len(others[name]), others[name][0]))
	}
	return lines
}
