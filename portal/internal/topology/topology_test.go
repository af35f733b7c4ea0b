package topology_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jba/templatecheck"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/topology"
)

var update = flag.Bool("update", false, "write the golden files again")

var parsed = template.Must(template.New("page").Parse(topology.Parts + `{{define "page"}}{{template "topology" .}}{{end}}`))

func shown(t *testing.T, resources []request.Resource) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, parsed.ExecuteTemplate(&b, "page", topology.New(resources)))
	return b.String()
}

func resource(address, parent string, controls ...request.Control) request.Resource {
	return request.Resource{Address: address, Type: "aws_" + address, Name: address + "-name", Parent: parent, Controls: controls}
}

// nested writes items as "address(inner address, ...)".
func nested(items []topology.Item) string {
	var list []string
	for _, item := range items {
		text := strings.ReplaceAll(item.Addresses, "\n", "+")
		if len(item.Items) > 0 {
			text += "(" + nested(item.Items) + ")"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

func TestTemplateFitsItsStruct(t *testing.T) {
	require.NoError(t, templatecheck.CheckHTML(parsed.Lookup("page"), &topology.Topology{}))
}

// TestGoldens compares the HTML of what the two adapters declare for one request
// with golden files.
func TestGoldens(t *testing.T) {
	for _, provider := range []string{"provider_a", "provider_b"} {
		document, err := os.ReadFile(filepath.Join("testdata", provider+".json"))
		require.NoError(t, err)
		var resources []request.Resource
		require.NoError(t, json.Unmarshal(document, &resources))
		got, golden := shown(t, resources), filepath.Join("testdata", provider+".html")
		if *update {
			require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		require.Equal(t, string(want), got, "%s; go test -update writes it again", provider)
		all := nested(topology.New(resources).Items)
		for _, r := range resources {
			require.Contains(t, all, r.Address)
			require.Contains(t, got, r.Name)
		}
	}
}

func TestTree(t *testing.T) {
	like := func(address, kind, parent string, controls ...request.Control) request.Resource {
		return request.Resource{Address: address, Type: kind, Name: address, Parent: parent, Controls: controls}
	}
	var chain []request.Resource
	for i := range 100 {
		chain = append(chain, resource(fmt.Sprintf("r%d", i), fmt.Sprintf("r%d", i-1)))
	}
	for name, test := range map[string]struct {
		resources []request.Resource
		want      string
	}{
		"nested": {[]request.Resource{resource("net", ""), resource("vm", "subnet"), resource("subnet", "net")}, "net(subnet(vm))"},
		"alike share an item, unless in kind, controls, parent or content they differ": {
			[]request.Resource{
				like("net", "aws_vpc", ""), like("one", "aws_rule", "net"), like("two", "aws_rule", "net"), like("outside", "aws_rule", ""),
				like("kept", "aws_rule", "net", request.PrivateCluster), like("holder", "aws_rule", "net"), like("inner", "aws_rule", "holder"),
			},
			"net(holder(inner), one+two, kept), outside",
		},
		"circles and unknown parents": {
			[]request.Resource{resource("a", "b"), resource("b", "a"), resource("self", "self"), resource("orphan", "nowhere"), resource("of-circle", "a")},
			"a, b, self, orphan, of-circle",
		},
		"deep": {chain, strings.Join(addresses(chain), "(") + strings.Repeat(")", 99)},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.want, nested(topology.New(test.resources).Items))
		})
	}
}

func addresses(resources []request.Resource) []string {
	var list []string
	for _, r := range resources {
		list = append(list, r.Address)
	}
	return list
}

func TestNothingToShow(t *testing.T) { require.Nil(t, topology.New(nil)) }

func TestSameResourcesGiveTheSameHTML(t *testing.T) {
	resources := []request.Resource{
		resource("net", ""), resource("subnet", "net", request.PrivateCluster), resource("vm", "subnet", request.AllControls()...),
	}
	first := shown(t, resources)
	for range 20 {
		require.Equal(t, first, shown(t, slices.Clone(resources)))
	}
	require.Contains(t, first, `aria-label="Where the resources are: 3 resources, 1 resource in no other. The table lists them all."`)
	for word, count := range map[string]int{"private": 2, "least privilege": 1, "encrypted": 1, "logged": 1} {
		require.Equal(t, count, strings.Count(first, ">"+word+"<"), word)
	}
}

func TestHostileNames(t *testing.T) {
	hostile := `"><script>alert(1)</script>` + "\u202e" + strings.Repeat("w", 500)
	got := shown(t, []request.Resource{{Address: hostile, Type: hostile, Name: hostile, Controls: []request.Control{request.Control(hostile)}}})
	require.NotContains(t, got, "<script")
}
