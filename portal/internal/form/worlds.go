package form

import (
	"context"
	"maps"
	"slices"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/api"
)

// worlds is how many wholes a form is tried as while some of its fields cannot be
// read. With that many, each pair of environment, cluster size, data class and
// high or low budget occurs once at least.
const worlds = 12

// standIns are values that nobody wrote, for fields that cannot be read yet. With
// them the API can say what the rules make of the others. Most rules hang on two
// fields, so what is said in each world holds whatever the person will write.
var standIns = map[string]func(world int) string{
	"environment":            func(w int) string { return request.Environments()[2-w%3] },
	"cluster_size":           func(w int) string { return request.Sizes()[(w+w/3)%3] },
	"data_classification":    func(w int) string { return request.Classifications()[w/3] },
	"monthly_budget":         between("1000000", "1"),
	"application":            between("abc", "an-application-of-thirty-two-chr"),
	"owner":                  between("owner@example.com", "a-team@platform.example.org"),
	"cost_centre":            between("CC-1", "4711"),
	"business_justification": between("Stands in for a justification.", "Another reason, of other words."),
	"network_cidr":           between("10.0.0.0/20", "192.168.0.0/16"),
}

func between(even, odd string) func(int) string {
	return func(world int) string { return []string{even, odd}[world%2] }
}

// whole returns the values with the world's stand-ins for those that have a fault.
func (s Feedback) whole(values Values, regions []string, world int) Values {
	filled := values.With(nil)
	for field := range s.Faults {
		standIn, known := standIns[field]
		switch {
		case known:
			filled[field] = standIn(world)
		case field == "region" && len(regions) > 0:
			filled[field] = regions[world%len(regions)]
		case field == "expiry_date":
			filled[field] = "" // no date fits every environment
		default:
			filled[field] = On
		}
	}
	return filled
}

// agreed keeps the rules that are said in every world. A rule that hangs on a
// value that nobody wrote is so left out: it may not hold for the request to be.
func (s *Feedback) agreed(ctx context.Context, client *api.Client, values Values, regions []string) {
	var before []Values
	for world := range worlds {
		whole := s.whole(values, regions, world)
		if slices.ContainsFunc(before, func(v Values) bool { return maps.Equal(v, whole) }) {
			continue
		}
		before = append(before, whole)
		evaluation, err := evaluate(ctx, client, whole)
		if err != nil {
			s.Rules = nil // half an answer agrees on nothing
			return
		}
		s.agree(rulesOf(evaluation.Record, s.Faults), len(before) == 1)
		if len(s.Rules) == 0 {
			return
		}
	}
}

// agree leaves the rules that are said here too.
func (s *Feedback) agree(here map[string][]Rule, first bool) {
	if first {
		s.Rules = here
		return
	}
	for field, rules := range s.Rules {
		s.Rules[field] = slices.DeleteFunc(rules, func(r Rule) bool { return !slices.Contains(here[field], r) })
	}
	maps.DeleteFunc(s.Rules, func(_ string, rules []Rule) bool { return len(rules) == 0 })
}
