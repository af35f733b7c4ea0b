package main

import (
	"errors"
	"fmt"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// The bounds of what a virtual processor costs an hour. No general-purpose machine of any
// provider is near them. A price outside is of something else, or in another unit.
const (
	minPerVCPU adapter.MicroDollars = 5_000
	maxPerVCPU adapter.MicroDollars = 1_000_000
)

// priceList is a list of prices in a file. Prices are decimal texts.
type priceList struct {
	Of      string                       `json:"of"`
	Source  string                       `json:"source"`
	Regions map[string]map[string]string `json:"regions"`
}

// listDepth is the nesting of a file of lists: the file, a list, its regions, and the prices of a region.
const listDepth = 4

// readLists reads a file of list prices: an object with a list for each provider, such as
// "aws". A list has "of", its day, "source", and "regions", which has a price as decimal text
// for each machine type of each region. A text next to the lists is a remark. The error names
// every fault with its field.
func readLists(file []byte) (map[string]adapter.MachinePrices, error) {
	var written map[string]document.TextOr[priceList]
	reading := document.ReadNested(document.Source{Format: document.JSON, Data: file}, &written, listDepth)
	var faults []error
	for _, f := range reading.Faults() {
		faults = append(faults, errors.New(strings.TrimSpace(f.Field+" "+f.Message)))
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	lists := map[string]adapter.MachinePrices{}
	for _, name := range sortedKeys(written) {
		if written[name].IsText {
			continue
		}
		list, err := readList(name, written[name].Object)
		lists[name], faults = list, append(faults, err)
	}
	if len(lists) == 0 {
		faults = append(faults, errors.New("the file has no list of prices"))
	}
	return lists, errors.Join(faults...)
}

func readList(name string, written priceList) (list adapter.MachinePrices, err error) {
	list = adapter.MachinePrices{Source: written.Source, Regions: map[string]map[string]adapter.MicroDollars{}}
	var faults []error
	if list.Of, err = request.ParseDate(written.Of); err != nil {
		faults = append(faults, fmt.Errorf("%s.of: %w", name, err))
	}
	if strings.TrimSpace(written.Source) == "" {
		faults = append(faults, fmt.Errorf("%s.source: say where the prices were read", name))
	}
	if len(written.Regions) == 0 {
		faults = append(faults, fmt.Errorf("%s.regions: has no region", name))
	}
	for _, region := range sortedKeys(written.Regions) {
		list.Regions[region] = map[string]adapter.MicroDollars{}
		for _, kind := range sortedKeys(written.Regions[region]) {
			usd, err := readPrice(kind, written.Regions[region])
			if err != nil {
				faults = append(faults, fmt.Errorf("%s.regions.%s.%s: %w", name, region, kind, err))
			}
			list.Regions[region][kind] = usd
		}
	}
	return list, errors.Join(faults...)
}

// readPrice reads the price of a machine type from the prices of a region. Lists also write prices without decimal
// places.
func readPrice(kind string, sold map[string]string) (adapter.MicroDollars, error) {
	text := sold[kind]
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	var usd adapter.MicroDollars
	if err := usd.UnmarshalJSON([]byte(`"` + text + `"`)); err != nil {
		return 0, err
	}
	m := parseMachine(kind)
	units := adapter.MicroDollars(m.vCPUs)
	if usd < minPerVCPU*units || usd > maxPerVCPU*units {
		return 0, fmt.Errorf("%s US dollars an hour is no price of a machine with %d virtual processors: it must be %s to %s%s",
			text, m.vCPUs, (minPerVCPU * units).Decimal(), (maxPerVCPU * units).Decimal(), neighbours(kind, sold))
	}
	return usd, nil
}

// neighbours returns the end of a message: the prices of the other sizes of a family.
func neighbours(kind string, sold map[string]string) string {
	var list []string
	for _, other := range sortedKeys(sold) {
		if other != kind && parseMachine(other).family == parseMachine(kind).family {
			list = append(list, other+" costs "+sold[other])
		}
	}
	if list == nil {
		return ""
	}
	return "; " + strings.Join(list, ", ")
}
