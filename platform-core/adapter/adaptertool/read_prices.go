package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// The bounds of what a virtual processor costs an hour. No general-purpose machine of any
// provider is near them. A price outside is of something else, or in another unit.
const (
	minPerVCPU adapter.MicroDollars = 5_000
	maxPerVCPU adapter.MicroDollars = 1_000_000
)

// readLists reads a file of list prices: an object with a list for each provider, such as
// "aws". A list has "of", its day, "source", and "regions", which has a price as decimal text
// for each machine type of each region. A text next to the lists is a remark. The error names
// every fault with its field.
func readLists(file []byte) (map[string]adapter.MachinePrices, error) {
	if err := checkKeys(file); err != nil {
		return nil, err
	}
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(file, &parts); err != nil {
		return nil, err
	}
	lists, faults := map[string]adapter.MachinePrices{}, []error{}
	for _, name := range sortedKeys(parts) {
		if bytes.HasPrefix(parts[name], []byte(`"`)) {
			continue
		}
		list, err := readList(name, parts[name])
		lists[name], faults = list, append(faults, err)
	}
	if len(lists) == 0 {
		faults = append(faults, errors.New("the file has no list of prices"))
	}
	return lists, errors.Join(faults...)
}

func readList(name string, text []byte) (adapter.MachinePrices, error) {
	var written struct {
		Of      string                       `json:"of"`
		Source  string                       `json:"source"`
		Regions map[string]map[string]string `json:"regions"`
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&written); err != nil {
		return adapter.MachinePrices{}, fmt.Errorf("%s: %w", name, err)
	}
	list := adapter.MachinePrices{Source: written.Source, Regions: map[string]map[string]adapter.MicroDollars{}}
	var faults []error
	var err error
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
			usd, err := readPrice(kind, written.Regions[region][kind])
			if err != nil {
				faults = append(faults, fmt.Errorf("%s.regions.%s.%s: %w", name, region, kind, err))
			}
			list.Regions[region][kind] = usd
		}
	}
	return list, errors.Join(faults...)
}

// readPrice reads a price. Lists also write prices without decimal places.
func readPrice(kind, text string) (adapter.MicroDollars, error) {
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	var usd adapter.MicroDollars
	if err := usd.UnmarshalJSON([]byte(`"` + text + `"`)); err != nil {
		return 0, err
	}
	units := adapter.MicroDollars(parseMachine(kind).vCPUs)
	if usd < minPerVCPU*units || usd > maxPerVCPU*units {
		return 0, fmt.Errorf("%s US dollars an hour is no price of such a machine", text)
	}
	return usd, nil
}

// checkKeys fails if an object has a key twice, or if something follows the value.
// encoding/json would accept both.
func checkKeys(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if err := checkValue(decoder, ""); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the file has something behind its one object")
	}
	return nil
}

func checkValue(decoder *json.Decoder, at string) error {
	token, err := decoder.Token()
	if err != nil {
		return err
	}
	open, _ := token.(json.Delim)
	seen := map[string]bool{}
	for open != 0 && decoder.More() {
		inside := at
		if open == '{' {
			key, err := decoder.Token()
			if err != nil {
				return err
			}
			name, _ := key.(string)
			inside = strings.TrimPrefix(at+"."+name, ".")
			if seen[name] {
				return fmt.Errorf("%s is in the file twice", inside)
			}
			seen[name] = true
		}
		if err := checkValue(decoder, inside); err != nil {
			return err
		}
	}
	if open != 0 {
		_, err = decoder.Token()
	}
	return err
}
