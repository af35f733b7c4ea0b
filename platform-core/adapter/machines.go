package adapter

import (
	"fmt"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// MachinePrices are the list prices of machine types, in US dollars an hour, as `make prices` writes
// them. If a region of the table lacks a type, the region does not sell it. If the table lacks a
// region, nothing is known about it.
type MachinePrices struct {
	// Source is the source of the prices, and Of the day of the list.
	Source string       `json:"source"`
	Of     request.Date `json:"of"`
	// Regions are the prices of each region by machine type.
	Regions map[string]map[string]MicroDollars `json:"regions"`
}

// Covers reports whether the table has prices of a region.
func (m MachinePrices) Covers(region string) bool { return len(m.Regions[region]) > 0 }

// Sells reports whether the table has a price of a machine type in a region.
func (m MachinePrices) Sells(region, kind string) bool {
	_, sold := m.Regions[region][kind]
	return sold
}

// month returns the month of the list; empty if there is no list.
func (m MachinePrices) month() string { return string(m.Of)[:min(len(m.Of), len("2006-01"))] }

// First returns the first of the machine types that a region sells. If there is none, it returns the
// first of all.
func (m MachinePrices) First(region string, kinds []string) string {
	for _, kind := range kinds {
		if m.Sells(region, kind) {
			return kind
		}
	}
	if len(kinds) == 0 {
		return ""
	}
	return kinds[0]
}

// SizeMachines are the machine types of the nodes by cluster size. A size has one or more pools, each
// with its types, the preferred type first. The machine type depends only on the region and the size.
type SizeMachines struct {
	Prices MachinePrices
	Pools  map[string][][]string
}

// SoldIn reports whether a region sells a machine type of each pool of a size.
func (s SizeMachines) SoldIn(region, size string) bool {
	lacking := slices.ContainsFunc(s.Pools[size], func(kinds []string) bool {
		return !s.Prices.Sells(region, s.Prices.First(region, kinds))
	})
	return len(s.Pools[size]) > 0 && !lacking
}

// AllSoldIn reports whether a region sells machines of every size.
func (s SizeMachines) AllSoldIn(region string) bool {
	return !slices.ContainsFunc(request.Sizes(), func(size string) bool { return !s.SoldIn(region, size) })
}

// SoldRule returns the rule that denies a size whose machines a region does not sell. It suggests a
// size that the region sells: see [NextSize]. another returns another region for the remediation.
func (s SizeMachines) SoldRule(id string, another func(region string) string) NativeRule {
	return NativeRule{
		ID: id, Field: request.SizeField, Level: profile.Mandatory,
		Title:    "The region sells the machines of the cluster size",
		Expected: "a cluster size whose machines the region sells",
		Reads:    []string{request.SizeField, request.RegionField},
		Check: func(req request.Request) *Finding {
			if !s.Prices.Covers(req.Region) || len(s.Pools[req.ClusterSize]) == 0 || s.SoldIn(req.Region, req.ClusterSize) {
				return nil
			}
			finding := &Finding{
				Message: fmt.Sprintf("%s sells no machine of a %s cluster, by the list of %s.", req.Region, req.ClusterSize,
					s.Prices.Of),
				Remediation: fmt.Sprintf("Choose another region, such as %s.", another(req.Region)),
			}
			if other, ok := NextSize(req.ClusterSize, func(size string) bool { return s.SoldIn(req.Region, size) }); ok {
				finding.Remediation = fmt.Sprintf("Type %s as the cluster size, or choose another region, such as %s.",
					other, another(req.Region))
				finding.Suggestion = request.Text(other)
			}
			return finding
		},
	}
}

// NextSize returns the next larger cluster size that fits, because what was asked for should
// still fit. If there is none, it returns the largest that fits. It is not ok if no size fits.
func NextSize(asked string, fits func(size string) bool) (next string, ok bool) {
	rank := slices.Index(request.Sizes(), asked)
	for i, size := range request.Sizes() {
		if !fits(size) {
			continue
		}
		if next, ok = size, true; i > rank {
			break
		}
	}
	return next, ok
}

// KnownRule returns the advisory for a region without machine prices. It suggests no other region,
// because people decide where the data may be. regions are the regions of the provider.
func (s SizeMachines) KnownRule(id string, regions []profile.Region) NativeRule {
	return NativeRule{
		ID: id, Field: request.RegionField, Level: profile.Advisory,
		Title:    "It is known what machines the region sells",
		Expected: "a region whose machines and their prices are known",
		Reads:    []string{request.RegionField},
		Check: func(req request.Request) *Finding {
			if s.Prices.Covers(req.Region) {
				return nil
			}
			i := slices.IndexFunc(regions, func(r profile.Region) bool { return r.Name == req.Region })
			if i < 0 {
				return nil
			}
			return &Finding{
				Message: fmt.Sprintf("The price list of %s has no machine of %s: what the nodes cost is unknown, "+
					"and whether they are sold there.", s.Prices.Of, regions[i].DisplayName),
				Remediation: "Have somebody who can see the provider's offers look before the review, or have the provider team renew the prices.",
			}
		},
	}
}
