package machineprices

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"

	"platform.internal/platform-core/adapter"
)

// A family's sizes cost the same for each virtual processor, but for rounding: a
// price that differs by more than maxUneven from another size of its family is of
// something else, such as the same machine with a licence. So is a family that is
// off by maxUnusual from all others of its region; from unusual on it is worth a look.
const (
	maxUneven  = 1.02
	maxUnusual = 1.5
	unusual    = 1.15
)

// Finding is a price that its neighbours contradict.
type Finding struct {
	Region, Family string
	// Kinds are the machine types that it is about, sorted.
	Kinds []string
	// Why says what is unusual about them.
	Why string
	// Wrong: no table may have it. Otherwise it is only worth a look.
	Wrong bool
}

func (f Finding) String() string { return fmt.Sprintf("%s in %s: %s", f.Family, f.Region, f.Why) }

// machine is what the name of a machine type says.
type machine struct {
	family string
	vCPUs  int
}

// The names of machine types: m7i.2xlarge and Standard_D4ds_v5. The families that
// platforms are built of have 2, 4 and 8 virtual processors as large, xlarge and
// 2xlarge.
var (
	dotted    = regexp.MustCompile(`^([a-z0-9-]+)\.(\d*)(x?)large$`)
	underline = regexp.MustCompile(`^Standard_([A-Z]+)(\d+)([a-z]*(?:_v\d+)?)$`)
)

// machineOf reads the name of a machine type. One of another form is a family of
// its own, of one processor.
func machineOf(kind string) machine {
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
	return machine{kind, 1}
}

// family are the machine types of a family that a region sells.
type family struct {
	kinds []string
	// least and most are what a processor costs at the cheapest and at the dearest.
	least, most float64
}

// families returns what a region sells, by family.
func families(sold map[string]adapter.MicroDollars) map[string]family {
	found := map[string]family{}
	for _, kind := range sortedKeys(sold) {
		m := machineOf(kind)
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

// Check returns what is unusual in a list, sorted by region and family. A family
// whose sizes disagree is not compared further: nobody can tell which is right.
func Check(list adapter.MachinePrices) []Finding {
	var findings []Finding
	even := map[string]map[string]family{}
	for _, region := range sortedKeys(list.Regions) {
		even[region] = families(list.Regions[region])
		for _, name := range sortedKeys(even[region]) {
			f := even[region][name]
			if f.most > f.least*maxUneven {
				delete(even[region], name)
				findings = append(findings, Finding{
					Region: region, Family: name, Kinds: f.kinds, Wrong: true,
					Why: fmt.Sprintf("its sizes cost from %.4f to %.4f US dollars a virtual processor", f.least/1e6, f.most/1e6),
				})
			}
		}
	}
	findings = append(findings, unusualOnes(even)...)
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return slices.Compare([]string{a.Region, a.Family}, []string{b.Region, b.Family})
	})
	return findings
}

// unusualOnes returns the families that cost another multiple of their usual price,
// the median of the regions, than any other family of the region does of its own.
// One family that agrees is enough: a region may sell a maker's processors for less.
func unusualOnes(regions map[string]map[string]family) (findings []Finding) {
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
			f, nearest := regions[region][name], math.Inf(1)
			for other, o := range regions[region] {
				factor := f.least / usual[name] / (o.least / usual[other])
				if other != name {
					nearest = min(nearest, max(factor, 1/factor))
				}
			}
			if nearest > unusual && len(regions[region]) > 1 {
				findings = append(findings, Finding{
					Region: region, Family: name, Kinds: f.kinds, Wrong: nearest > maxUnusual,
					Why: fmt.Sprintf("every other family there differs from what it costs by a factor of %.2f or more, against other regions", nearest),
				})
			}
		}
	}
	return findings
}

func median(list []float64) float64 {
	slices.Sort(list)
	if len(list)%2 == 1 {
		return list[len(list)/2]
	}
	return (list[len(list)/2-1] + list[len(list)/2]) / 2
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
