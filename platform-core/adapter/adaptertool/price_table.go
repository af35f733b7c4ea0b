package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
)

// selection is the machine types and the regions whose prices an adapter embeds, sorted.
type selection struct{ kinds, regions []string }

// readSelection reads the instances.json and regions.json of an adapter's data folder.
func readSelection(folder string) (selection, error) {
	var instances struct {
		Types map[string]any `json:"instance_types"`
	}
	var places struct {
		Regions []struct {
			Name string `json:"name"`
		} `json:"regions"`
	}
	err := errors.Join(readJSON(folder, "instances.json", &instances), readJSON(folder, "regions.json", &places))
	if err != nil {
		return selection{}, err
	}
	s := selection{kinds: sortedKeys(instances.Types)}
	for _, r := range places.Regions {
		s.regions = append(s.regions, r.Name)
	}
	slices.Sort(s.regions)
	if len(s.kinds) == 0 || len(s.regions) == 0 {
		return selection{}, errors.New(`instances.json needs {"instance_types": {"TYPE": {}}}, and regions.json {"regions": [{"name": "REGION"}]}`)
	}
	return s, nil
}

func readJSON(folder, name string, into any) error {
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// choose returns the selected prices of a list. The error names each selected price that is
// wrong: correct it in the list, with the reason in its source, or remove the type from
// instances.json.
func (s selection) choose(list adapter.MachinePrices) (adapter.MachinePrices, error) {
	var faults []error
	for _, f := range checkPrices(list) {
		if f.wrong && slices.Contains(s.regions, f.region) && slices.ContainsFunc(f.kinds, s.has) {
			faults = append(faults, errors.New(f.String()))
		}
	}
	table := list
	table.Regions = map[string]map[string]adapter.MicroDollars{}
	for _, region := range s.regions {
		for kind, usd := range list.Regions[region] {
			if !s.has(kind) {
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

func (s selection) has(kind string) bool { return slices.Contains(s.kinds, kind) }

// encodePrices returns the text of machine-prices.json: a line for each region, sorted.
func encodePrices(table adapter.MachinePrices) []byte {
	source, err := json.Marshal(table.Source)
	if err != nil {
		panic(err) // a text has a JSON form
	}
	var regions []string
	for _, region := range sortedKeys(table.Regions) {
		var prices []string
		for _, kind := range sortedKeys(table.Regions[region]) {
			prices = append(prices, fmt.Sprintf("%q: %q", kind, table.Regions[region][kind].Decimal()))
		}
		regions = append(regions, fmt.Sprintf("\n    %q: {%s}", region, strings.Join(prices, ", ")))
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "{\n  \"made_by\": \"make prices\",\n  \"source\": %s,\n  \"of\": %q,\n  \"regions\": {%s\n  }\n}\n",
		source, table.Of, strings.Join(regions, ","))
	return text.Bytes()
}

// report returns lines for the person who renews the prices: what the table has of the list,
// what it lacks, and which prices are unusual.
func (s selection) report(list, table adapter.MachinePrices) []string {
	var without, partly, others []string
	for _, region := range s.regions {
		switch n := len(table.Regions[region]); {
		case n == 0:
			without = append(without, region)
		case n < len(s.kinds):
			partly = append(partly, fmt.Sprintf("%s (%d of %d)", region, n, len(s.kinds)))
		}
	}
	for _, region := range sortedKeys(list.Regions) {
		if !slices.Contains(s.regions, region) {
			others = append(others, region)
		}
	}
	lines := []string{fmt.Sprintf("%d of %d regions, %d machine types, the list of %s",
		len(table.Regions), len(s.regions), len(s.kinds), list.Of)}
	add := func(what string, regions []string) {
		if len(regions) > 0 {
			lines = append(lines, what+": "+strings.Join(regions, ", "))
		}
	}
	add("regions without any price", without)
	add("regions that do not sell every type", partly)
	add("regions of the list that the adapter does not have", others)
	return append(lines, s.describe(checkPrices(list))...)
}

// describe returns a line for each unusual price of a selected machine type. Of the other
// machine types, it returns a line for each family with wrong prices.
func (s selection) describe(found []unusualPrice) (lines []string) {
	others := map[string][]string{}
	for _, f := range found {
		switch {
		case slices.ContainsFunc(f.kinds, s.has):
			lines = append(lines, "look at "+f.String())
		case f.wrong:
			others[f.family] = append(others[f.family], f.region)
		}
	}
	for _, name := range sortedKeys(others) {
		lines = append(lines, fmt.Sprintf("not used: %s, wrong in some regions (%d), such as %s",
			name, len(others[name]), others[name][0]))
	}
	return lines
}
