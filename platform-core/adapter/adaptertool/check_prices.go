package main

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/adapter"
)

// The sizes of a family cost the same for each virtual processor, but for rounding. If a size
// differs by more than maxUneven from another, one of them is the price of something else,
// such as the same machine with a licence. A family that differs by more than maxUnusual from
// all others of its region is wrong as well; from unusualFactor on, a person should look.
const (
	maxUneven     = 1.02
	maxUnusual    = 1.5
	unusualFactor = 1.15
)

// unusualPrice is a price that other prices of the list contradict.
type unusualPrice struct {
	region, family string
	// kinds are the machine types with the price, sorted.
	kinds []string
	why   string
	// wrong prices must be in no table.
	wrong bool
}

func (f unusualPrice) String() string { return fmt.Sprintf("%s in %s: %s", f.family, f.region, f.why) }

// machine is what the name of a machine type says.
type machine struct {
	family string
	vCPUs  int
}

// The forms of names of machine types, such as m7i.2xlarge, Standard_D4ds_v5 and n2-standard-16. The names
// large, xlarge and 2xlarge mean 2, 4 and 8 virtual processors.
var (
	dotted    = regexp.MustCompile(`^([a-z0-9-]+)\.(\d*)(x?)large$`)
	underline = regexp.MustCompile(`^Standard_([A-Z]+)(\d+)([a-z]*(?:_v\d+)?)$`)
	dashed    = regexp.MustCompile(`^([a-z0-9]+(?:-[a-z]+)+)-(\d{1,3})$`)
)

// parseMachine reads the name of a machine type. A name of another form is a family of one
// processor.
func parseMachine(kind string) machine {
	if parts := dotted.FindStringSubmatch(kind); parts != nil {
		vCPUs := 2
		if parts[3] != "" {
			vCPUs = 4
		}
		if times, err := strconv.Atoi(parts[2]); err == nil {
			vCPUs *= times
		}
		return machine{parts[1], vCPUs}
	}
	if parts := underline.FindStringSubmatch(kind); parts != nil {
		vCPUs, err := strconv.Atoi(parts[2])
		if err == nil && vCPUs > 0 {
			return machine{parts[1] + parts[3], vCPUs}
		}
	}
	if parts := dashed.FindStringSubmatch(kind); parts != nil {
		if vCPUs, err := strconv.Atoi(parts[2]); err == nil && vCPUs > 0 {
			return machine{parts[1], vCPUs}
		}
	}
	return machine{kind, 1}
}

// family is the machine types of a family that a region sells.
type family struct {
	kinds []string
	// least and most are the lowest and the highest price of a virtual processor.
	least, most float64
}

// families returns the families that a region sells, by name.
func families(sold map[string]adapter.MicroDollars) map[string]family {
	found := map[string]family{}
	for _, kind := range sortedKeys(sold) {
		m := parseMachine(kind)
		each := float64(sold[kind]) / float64(m.vCPUs)
		f, seen := found[m.family]
		if !seen {
			f.least, f.most = each, each
		}
		f.kinds, f.least, f.most = append(f.kinds, kind), min(f.least, each), max(f.most, each)
		found[m.family] = f
	}
	return found
}

// checkPrices returns the unusual prices of a list, sorted by region and family. It compares
// a family whose sizes disagree no further, because nobody can tell which size is right.
func checkPrices(list adapter.MachinePrices) []unusualPrice {
	var found []unusualPrice
	even := map[string]map[string]family{}
	for _, region := range sortedKeys(list.Regions) {
		even[region] = families(list.Regions[region])
		for _, name := range sortedKeys(even[region]) {
			f := even[region][name]
			if f.most > f.least*maxUneven {
				delete(even[region], name)
				why := fmt.Sprintf("its sizes (%s) cost from %.4f to %.4f US dollars a virtual processor, and may differ by 2 %%",
					strings.Join(f.kinds, ", "), f.least/1e6, f.most/1e6)
				found = append(found, unusualPrice{region, name, f.kinds, why, true})
			}
		}
	}
	found = append(found, unusualFamilies(even)...)
	slices.SortStableFunc(found, func(a, b unusualPrice) int {
		return slices.Compare([]string{a.region, a.family}, []string{b.region, b.family})
	})
	return found
}

// unusualFamilies compares each family with the others of its region. Each is measured by its
// usual price, the median of all regions. A family is unusual if it differs from every other
// family: one that agrees is enough, because a region may sell one maker's processors for less.
func unusualFamilies(regions map[string]map[string]family) (found []unusualPrice) {
	prices, usual := map[string][]float64{}, map[string]float64{}
	for _, sold := range regions {
		for name, f := range sold {
			prices[name] = append(prices[name], f.least)
		}
	}
	for name, list := range prices {
		usual[name] = median(list)
	}
	for _, region := range sortedKeys(regions) {
		for _, name := range sortedKeys(regions[region]) {
			f, least, nearest := regions[region][name], math.Inf(1), ""
			for _, other := range sortedKeys(regions[region]) {
				factor := f.least / usual[name] / (regions[region][other].least / usual[other])
				if factor = max(factor, 1/factor); other != name && factor < least {
					least, nearest = factor, other
				}
			}
			if least > unusualFactor && nearest != "" {
				bound := unusualFactor
				if least > maxUnusual {
					bound = maxUnusual
				}
				why := fmt.Sprintf("against other regions, it differs from %s, the nearest family there, by a factor of %.2f, "+
					"and may differ by %.2f", nearest, least, bound)
				found = append(found, unusualPrice{region, name, f.kinds, why, least > maxUnusual})
			}
		}
	}
	return found
}

func median(list []float64) float64 {
	slices.Sort(list)
	if len(list)%2 == 1 {
		return list[len(list)/2]
	}
	return (list[len(list)/2-1] + list[len(list)/2]) / 2
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
