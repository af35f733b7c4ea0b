package topology_test

import (
	"encoding/json"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jba/templatecheck"
	"github.com/stretchr/testify/require"
	"gotest.tools/v3/golden"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/topology"
)

var parsed = template.Must(template.New("page").Parse(topology.Parts + `{{define "page"}}{{template "topology" .}}{{end}}`))

func shown(t *testing.T, drawn *topology.Topology) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, parsed.ExecuteTemplate(&b, "page", drawn))
	return b.String()
}

func TestTemplateFitsItsStruct(t *testing.T) {
	require.NoError(t, templatecheck.CheckHTML(parsed.Lookup("page"), &topology.Topology{}))
}

// document is the input of a golden file: the resources and the estimate of a record, and the
// adapter's description of the provider.
type document struct {
	Resources []request.Resource `json:"simulated_resources"`
	Estimate  request.Estimate   `json:"estimate"`
	Provider  profile.Provider   `json:"provider"`
}

// TestGoldens compares the HTML of environments of both providers with golden files.
// integration/views writes the input documents.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.json"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 8)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var d document
		require.NoError(t, json.Unmarshal(text, &d))
		drawn := topology.New(d.Resources, d.Estimate, d.Provider)
		got := shown(t, drawn)
		golden.Assert(t, got, strings.TrimSuffix(filepath.Base(file), "json")+"html")
		require.Equal(t, len(d.Resources), count(drawn), "each resource is drawn once")
		slices.Reverse(d.Estimate.Items)
		require.Equal(t, got, shown(t, topology.New(d.Resources, d.Estimate, d.Provider)), "the same record gives the same bytes")
	}
}

// count counts the resources of a drawing. The network itself is the frame of the drawing.
func count(t *topology.Topology) int {
	all := 0
	var add func(items []topology.Item)
	add = func(items []topology.Item) {
		for _, b := range items {
			all += b.Count
			add(b.Inside)
		}
	}
	add(t.Shared)
	for _, g := range slices.Concat(t.Beside, t.Folded) {
		add(g.Items)
	}
	if n := t.Network; n != nil {
		all += n.Networks
		add(n.Cluster)
		for _, c := range slices.Concat(n.Public.Cells, n.Private.Cells) {
			add(c.Items)
		}
	}
	return all
}

var kinds = []profile.ResourceKind{
	{Resource: "bus", Role: "a role of a newer contract", DisplayName: "Bus"},
	{Resource: "cluster", Role: profile.ClusterRole, DisplayName: "Cluster", Detail: "version {version}"},
	{Resource: "endpoint", Role: profile.EndpointRole, DisplayName: "Endpoint"},
	{Resource: "entry", Role: profile.EntryRole, DisplayName: "Balancer"},
	{Resource: "exit", Role: profile.ExitRole, DisplayName: "Gateway", Zonal: true},
	{Resource: "net", Role: profile.NetworkRole, DisplayName: "Network", Detail: "{range}"},
	{Resource: "nodes", Role: profile.NodesRole, DisplayName: "Nodes", Detail: "{count} × {size}"},
	{Resource: "route", Role: profile.SupportingRole, DisplayName: "Route"},
	{Resource: "subnet.private", Role: profile.PrivateSubnetRole, DisplayName: "Subnet", Zonal: true},
	{Resource: "subnet.public", Role: profile.PublicSubnetRole, DisplayName: "Subnet", Zonal: true},
	{Resource: "subnet.wide", Role: profile.PrivateSubnetRole, DisplayName: "Subnet"},
	{Resource: "vault", Role: profile.KeysRole, DisplayName: "Vault"},
}

var provider = profile.Provider{
	ResourceKinds: kinds,
	Regions:       []profile.Region{{Name: "north", Zones: []string{"n1", "n2"}}, {Name: "south"}},
}

// at returns resources by address, or by "address<parent".
func at(addresses ...string) []request.Resource {
	var list []request.Resource
	for _, text := range addresses {
		address, parent, _ := strings.Cut(text, "<")
		kind, _, _ := strings.Cut(address, ".")
		list = append(list, request.Resource{
			Address: address, Type: kind, Name: address, Parent: parent, Region: "north",
			Properties: request.NewProperties(map[string]string{"range": "10.0.0.0/16", "count": "3", "size": "big", "version": "1.35"}),
		})
	}
	return list
}

// outline returns a short text form of a drawing.
func outline(t *topology.Topology) string {
	var parts []string
	var items func(list []topology.Item) string
	items = func(list []topology.Item) string {
		var texts []string
		for _, b := range list {
			text := b.Kind
			if b.Count > 1 {
				text += fmt.Sprintf("×%d", b.Count)
			}
			if len(b.Labels) > 0 {
				text += " " + strings.Join(b.Labels, "+")
			}
			if len(b.Inside) > 0 {
				text += "(" + items(b.Inside) + ")"
			}
			texts = append(texts, text)
		}
		return strings.Join(texts, ", ")
	}
	if n := t.Network; n != nil {
		parts = append(parts, fmt.Sprintf("%s %d zones out%v in%v", strings.TrimSpace(n.Heading+" "+n.Detail), len(n.Zones), n.Out, n.In))
		for _, tier := range []topology.Tier{n.Public, n.Private} {
			for _, c := range tier.Cells {
				parts = append(parts, fmt.Sprintf("%s %d: %s", strings.ToLower(tier.Name), c.Zone, items(c.Items)))
			}
		}
		if len(n.Cluster) > 0 {
			parts = append(parts, "across: "+items(n.Cluster))
		}
	}
	for _, g := range slices.Concat(t.Beside, t.Folded) {
		parts = append(parts, strings.ToLower(g.Heading)+": "+items(g.Items))
	}
	return strings.Join(parts, "; ")
}

func TestWhereResourcesAre(t *testing.T) {
	for name, test := range map[string]struct {
		resources []request.Resource
		want      string
	}{
		"zones by index": {
			at("net.this", "subnet.private[0]", "subnet.private[1]", "subnet.private[2]", "subnet.public[0]", "exit.this[0]<subnet.public[0]"),
			"Network 10.0.0.0/16 3 zones out[1] in[]; public 1: Subnet public(Gateway); private 1: Subnet private; private 2: Subnet private; private 3: Subnet private",
		},
		"the region's zones where nothing is in a single one": {
			at("net.this", "subnet.wide", "entry.this", "cluster.this", "nodes.a", "nodes.b"),
			"Network 10.0.0.0/16 2 zones out[] in[0]; public 0: Balancer; private 0: Subnet wide; across: Cluster, Nodes a, Nodes b",
		},
		"no network, but what is in one":          {at("subnet.private[0]"), "Network 1 zones out[] in[]; private 1: Subnet private"},
		"several networks":                        {at("net.a", "net.b"), "Network × 2 10.0.0.0/16 2 zones out[] in[]"},
		"an endpoint is in its subnet":            {at("endpoint.a<subnet.wide", "endpoint.b", "subnet.wide"), "Network 2 zones out[] in[]; private 0: Subnet wide(Endpoint a), Endpoint b"},
		"alike share a item":                      {at(`vault.this["a"]`, `vault.this["b"]`, "route.a[0]", "route.a[1]"), "keys: Vault×2 a+b; 2 supporting resources: Route×2 a"},
		"unknown types and roles":                 {at("bus.this", "my_thing.a"), "2 other resources: Bus, thing a"},
		"unknown, circular and own parents":       {at("endpoint.a<nowhere", "subnet.wide<net.this", "net.this<subnet.wide", "exit.b<exit.b"), "Network 10.0.0.0/16 2 zones out[0] in[]; public 0: Gateway b; private 0: Subnet wide, Endpoint a"},
		"an index that is no zone":                {at("subnet.private[99999999999999999999]", "subnet.private[-1]", "subnet.private[7]"), "Network 2 zones out[] in[]; private 0: Subnet×3 private"},
		"one resource":                            {at("net.this"), "Network 10.0.0.0/16 2 zones out[] in[]"},
		"a subnet in a subnet is beside it":       {at("subnet.private[0]<subnet.wide", "subnet.wide"), "Network 1 zones out[] in[]; private 1: Subnet private; private 0: Subnet wide"},
		"what supports a subnet is still counted": {at("subnet.wide", "route.a<subnet.wide"), "Network 2 zones out[] in[]; private 0: Subnet wide; 1 supporting resource: Route a"},
	} {
		t.Run(name, func(t *testing.T) {
			drawn := topology.New(test.resources, request.Estimate{}, provider)
			if got := outline(drawn); got != test.want {
				require.Equal(t, strings.Split(test.want, "; "), strings.Split(got, "; "))
			}
			require.Equal(t, len(test.resources), count(drawn), "each resource is drawn once")
		})
	}
}

func TestWhatItSays(t *testing.T) {
	for want, resources := range map[string][]request.Resource{
		"Network 10.0.0.0/16 in 2 zones. Public subnets are in zones 1 and 2. Private subnets are in zones 1 and 2. Traffic leaves to the internet through Gateway × 2; nothing enters from there.": at(
			"net.this", "subnet.private[0]", "subnet.private[1]", "subnet.public[0]", "subnet.public[1]", "exit.a[0]", "exit.a[1]"),
		"Network 10.0.0.0/16 in 2 zones. Public subnets are in zone 1. Private subnets are in zones 1 and 2. Traffic enters from the internet through Balancer; it has no internet egress of its own.": at(
			"net.this", "subnet.private[0]", "subnet.private[1]", "subnet.public[0]", "entry.a"),
		"Network 10.0.0.0/16 in 2 zones. Cluster: version 1.35. Nodes: 3 × big. It has no internet access of its own.": at(
			"net.this", "subnet.wide", "cluster.this", "nodes.this"),
		"Network 10.0.0.0/16 in 3 zones. Public subnets are in zone 3. Private subnets are in zones 1 and 2. It has no internet access of its own.": at(
			"net.this", "subnet.private[0]", "subnet.private[1]", "subnet.public[2]"),
		"Beside the network: keys. The adapter does not say what 2 resources are for.": at("vault.this", "x.a", "x.b"),
	} {
		require.Equal(t, want, strings.Join(topology.New(resources, request.Estimate{}, provider).Text, " "))
	}
}

func TestCosts(t *testing.T) {
	item := func(address string, basis request.Basis, cost request.Money) request.EstimateItem {
		return request.EstimateItem{Address: address, Basis: basis, MonthlyCost: cost}
	}
	estimate := request.Estimate{Items: []request.EstimateItem{
		item(`vault.this["a"]`, request.Fixed, request.Cents(100_000)), item(`vault.this["a"]`, request.Usage, request.Money{}),
		item(`vault.this["b"]`, request.Assumed, request.Cents(50)),
		item("cluster.this", request.Usage, request.Money{}),
		item("nodes.a", request.Fixed, request.Money{}),
		item("nodes.b", request.Fixed, request.Money{}), item("nodes.b", request.Fixed, request.Cents(1)),
	}}
	drawn := topology.New(at(`vault.this["a"]`, `vault.this["b"]`, "cluster.this", "nodes.a", "nodes.b", "route.a"), estimate, provider)
	require.Equal(t, "1,000.50 USD", drawn.Beside[0].Items[0].Cost)
	var costs []string
	for _, b := range drawn.Network.Cluster {
		costs = append(costs, b.Cost)
	}
	require.Equal(t, []string{"by use", "price unknown", "at least 0.01 USD"}, costs)
	require.Empty(t, drawn.Folded[0].Items[0].Cost, "what costs nothing says nothing")
}

func TestControlsAreMarks(t *testing.T) {
	resources := at("vault.a", "vault.b")
	resources[0].Controls = request.AllControls()
	resources[1].Controls = []request.Control{request.EncryptionAtRest, "later"}
	drawn := topology.New(resources, request.Estimate{}, provider)
	require.Len(t, drawn.Beside[0].Items, 2, "what keeps other controls has its own item")
	require.Len(t, drawn.Legend, 5)
	got := shown(t, drawn)
	for word, times := range map[string]int{"private": 1, "least privilege": 1, "encrypted": 2, "logged": 1, "later": 1} {
		require.Equal(t, times, strings.Count(got, `aria-label="`+word+`"`), word)
		require.Equal(t, 1, strings.Count(got, "</svg>"+word+"<"), word)
	}
}

func TestNothingToShow(t *testing.T) {
	require.Nil(t, topology.New(nil, request.Estimate{}, provider))
}

// TestAnUnknownProvider draws many resources that no adapter describes.
func TestAnUnknownProvider(t *testing.T) {
	var addresses []string
	for i := range 500 {
		addresses = append(addresses, fmt.Sprintf("acme_thing.n%d", i))
	}
	drawn := topology.New(at(addresses...), request.Estimate{}, profile.Provider{})
	require.Nil(t, drawn.Network)
	require.False(t, drawn.Sided())
	require.Equal(t, 500, count(drawn))
	require.Contains(t, shown(t, drawn), "and 488 more")
}

func TestHostileNames(t *testing.T) {
	hostile := `"><script>alert(1)</script>` + "\u202e" + strings.Repeat("w", 500) + "["
	k := profile.ResourceKind{Resource: hostile, Role: profile.KeysRole, DisplayName: hostile, Detail: hostile + "{" + hostile}
	for _, kinds := range [][]profile.ResourceKind{nil, {k}} {
		got := shown(t, topology.New(
			[]request.Resource{{Address: hostile, Type: hostile, Name: hostile, Parent: hostile, Controls: []request.Control{request.Control(hostile)}}},
			request.Estimate{}, profile.Provider{ResourceKinds: kinds}))
		require.NotContains(t, got, "<script")
	}
}
