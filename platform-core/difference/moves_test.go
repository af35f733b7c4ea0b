package difference_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/request"
)

// TestMovedResourcesCostTheSame checks that items of A count for the address after the move.
func TestMovedResourcesCostTheSame(t *testing.T) {
	a, b := input(t), input(t)
	a.Resources, a.Estimate.Items = []request.Resource{resource("cluster.main", "")}, []request.EstimateItem{item("cluster.main", request.Cents(7300))}
	b.Resources, b.Estimate.Items = []request.Resource{resource("cluster.new", "")}, []request.EstimateItem{item("cluster.new", request.Cents(7400))}
	b.Root = append(b.Root, "\nmoved {\n  from = cluster.main\n  to   = cluster.new\n}\n"...)
	cost := difference.Compare("a", bundleOf(t, a), "b", bundleOf(t, b)).Cost
	assert.Equal(t, []difference.CostChange{{Address: "cluster.new", A: request.Cents(7300), B: request.Cents(7400)}}, cost.Resources)
	b.Estimate.Items[0].MonthlyCost = request.Cents(7300)
	assert.Empty(t, difference.Compare("a", bundleOf(t, a), "b", bundleOf(t, b)).Cost.Resources)
}

// TestMovedResourcesStay checks that only a moved block of main.tf moves a resource.
func TestMovedResourcesStay(t *testing.T) {
	const block = "\nmoved {\n  from = %s\n  to   = %s\n}\n"
	keyed := func(name string) []request.Resource {
		return []request.Resource{resource("log."+name+`["a"]`, ""), resource("log."+name+`["b"]`, "", "key", "log."+name+`["a"]`)}
	}
	for name, tt := range map[string]struct {
		blocks string
		a, b   []request.Resource
		want   []string
	}{
		"one":       {fmt.Sprintf(block, "log.a", "log.b"), []request.Resource{resource("log.a", "")}, []request.Resource{resource("log.b", "")}, []string{"moved log.a to log.b"}},
		"no block":  {"", []request.Resource{resource("log.a", "")}, []request.Resource{resource("log.b", "")}, []string{"+ log.b", "- log.a"}},
		"to a list": {fmt.Sprintf(block, "log.a", "log.a[0]"), []request.Resource{resource("log.a", "")}, []request.Resource{resource("log.a[0]", "")}, []string{"moved log.a to log.a[0]"}},
		"each, and what names them": {fmt.Sprintf(block, "log.x", "log.y"), keyed("x"), keyed("y"),
			[]string{`moved log.x["a"] to log.y["a"]`, `moved log.x["b"] to log.y["b"]`}},
		"one of them": {fmt.Sprintf(block, `log.x["a"]`, `log.x["c"]`), keyed("x")[:1], []request.Resource{resource(`log.x["c"]`, "")}, []string{`moved log.x["a"] to log.x["c"]`}},
		"in two steps": {fmt.Sprintf(block, "log.b", "log.c") + fmt.Sprintf(block, "log.a", "log.b"), []request.Resource{resource("log.a", "")},
			[]request.Resource{resource("log.c", "", "days", "1")}, []string{"~ log.c days: null -> 1", "moved log.a to log.c"}},
		"what is in it": {fmt.Sprintf(block, "log.a", "log.b"), []request.Resource{resource("log.a", ""), resource("log.z", "log.a")},
			[]request.Resource{resource("log.b", ""), resource("log.z", "log.b")}, []string{"moved log.a to log.b"}},
		"in a circle": {fmt.Sprintf(block, "log.a", "log.b") + fmt.Sprintf(block, "log.b", "log.a"), []request.Resource{resource("log.a", "")},
			[]request.Resource{resource("log.a", "")}, nil},
		"another's name": {fmt.Sprintf(block, "log.a", "log.b"), []request.Resource{resource("log.ab", "")}, []request.Resource{resource("log.bb", "")}, []string{"+ log.bb", "- log.ab"}},
		"without a block, into a list": {"", []request.Resource{resource("log.a", "")}, []request.Resource{resource("log.a[0]", ""), resource("log.a[1]", "")},
			[]string{"+ log.a[1]", "moved log.a to log.a[0]"}},
		"without a block, out of a list": {"", []request.Resource{resource("log.a[0]", ""), resource("log.a[1]", "")}, []request.Resource{resource("log.a", "")},
			[]string{"moved log.a[0] to log.a", "- log.a[1]"}},
		"without a block, taken": {fmt.Sprintf(block, "log.b", "log.a[0]"), []request.Resource{resource("log.a", ""), resource("log.b", "")},
			[]request.Resource{resource("log.a[0]", "")}, []string{"moved log.b to log.a[0]", "- log.a"}},
		"without a block, by key": {"", []request.Resource{resource("log.a", "")}, []request.Resource{resource(`log.a["x"]`, "")},
			[]string{`+ log.a["x"]`, "- log.a"}},
		"nothing to move": {fmt.Sprintf(block, "log.old", "log.a"), []request.Resource{resource("log.a", "")}, []request.Resource{resource("log.a", "")}, nil},
		"no longer there": {fmt.Sprintf(block, "log.a", "log.b"), []request.Resource{resource("log.a", "")}, nil, []string{"- log.a"}},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := input(t), input(t)
			a.Resources, b.Resources = tt.a, tt.b
			a.Root, b.Root = append(a.Root, tt.blocks...), append(b.Root, tt.blocks...)
			assert.Equal(t, tt.want, shown(difference.Compare("a", bundleOf(t, a), "b", bundleOf(t, b))))
		})
	}
}
