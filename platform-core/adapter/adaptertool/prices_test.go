package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
)

// written is a file of one list, with the regions as given.
func written(regions string) []byte {
	return []byte(`{"what": "a remark", "aws": {"of": "2026-06-18", "source": "a price list", "regions": ` + regions + `}}`)
}

func read(t *testing.T, regions string) adapter.MachinePrices {
	t.Helper()
	lists, err := readLists(written(regions))
	require.NoError(t, err)
	return lists["aws"]
}

func TestAListIsRead(t *testing.T) {
	list := read(t, `{"north-1": {"m5.large": "0.0912", "m5.4xlarge": "1", "n2-standard-16": "1.000937"}}`)
	assert.Equal(t, adapter.MachinePrices{Of: "2026-06-18", Source: "a price list", Regions: map[string]map[string]adapter.MicroDollars{
		"north-1": {"m5.large": 91_200, "m5.4xlarge": 1_000_000, "n2-standard-16": 1_000_937},
	}}, list)
}

// TestFaultsOfAFile: each says where it is, and all of a list are found at once.
func TestFaultsOfAFile(t *testing.T) {
	for text, want := range map[string]string{
		`{"aws": {"of": "2026-02-30", "source": " ", "regions": {}}}`:                                                      "aws.of: |aws.source: say where|aws.regions: has no region",
		`{"aws": {"of": "2026-06-18", "source": "s", "regions": {"a": {"m5.large": "x", "m5.xlarge": "-0.1"}}}}`:           "aws.regions.a.m5.large: |aws.regions.a.m5.xlarge: ",
		`{"aws": {"of": "2026-06-18", "source": "s", "regions": {"a": {"m5.large": 0.1}}}}`:                                "aws.regions.a.m5.large must be text",
		`{"aws": {"of": "2026-06-18", "source": "s", "regions": {"a": {"m5.large": "0.0"}}}}`:                              "0.0 US dollars an hour is no price of a machine with 2 virtual processors: it must be 0.01 to 2.00",
		`{"gcp": {"of": "2026-06-18", "source": "s", "regions": {"a": {"n2-standard-8": "0.5", "n2-standard-16": "17"}}}}`: "gcp.regions.a.n2-standard-16: 17.0 US dollars an hour is no price of a machine with 16 virtual processors: it must be 0.08 to 16.00; n2-standard-8 costs 0.5",
		`{"aws": {"of": "2026-06-18", "source": "s", "regions": {"a": {"m5.large": "66.58"}}}}`:                            "66.58 US dollars an hour is no price", // a month's
		`{"aws": {"of": "2026-06-18", "source": "s", "regions": {"a": {"m5.large": "0.1", "m5.large": "0.2"}}}}`:           "aws.regions.a.m5.large is written twice",
		`{"aws": {"of": "2026-06-18", "origin": "s", "regions": {}}}`:                                                      "aws.origin is not a field here",
		`{"what": "nothing"}`: "the file has no list of prices",
		`[]`:                  "must be an object with named fields",
		`{} {}`:               "after top-level value",
		`{"aws": `:            "unexpected end of JSON input",
	} {
		_, err := readLists([]byte(text))
		for _, part := range strings.Split(want, "|") {
			assert.ErrorContains(t, err, part, text)
		}
	}
}

// even is a region whose families agree with other regions of the same prices.
const even = `{"m5.large": "0.107", "m5.xlarge": "0.214", "m6i.large": "0.107", "m6i.xlarge": "0.214", "t3.large": "0.0912",
	"Standard_D2ds_v5": "0.126", "Standard_D4ds_v5": "0.252", "Standard_D8ds_v5": "0.504"}`

func TestPricesThatNeighboursContradict(t *testing.T) {
	for name, tt := range map[string]struct {
		region string
		want   []string
	}{
		"none": {even, nil},
		"sizes that disagree": {strings.Replace(even, `"Standard_D8ds_v5": "0.504"`, `"Standard_D8ds_v5": "0.872"`, 1),
			[]string{"Dds_v5 in other-1: its sizes (Standard_D2ds_v5, Standard_D4ds_v5, Standard_D8ds_v5) cost from 0.0630 to 0.1090 US dollars a virtual processor, and may differ by 2 %; wrong"}},
		"sizes that are rounded":    {strings.Replace(even, `"m5.xlarge": "0.214"`, `"m5.xlarge": "0.2131"`, 1), nil},
		"a family that is too dear": {strings.Replace(even, `"t3.large": "0.0912"`, `"t3.large": "0.1502"`, 1), []string{"t3 in other-1: against other regions, it differs from Dds_v5, the nearest family there, by a factor of 1.65, and may differ by 1.50; wrong"}},
		"worth a look":              {strings.Replace(even, `"t3.large": "0.0912"`, `"t3.large": "0.07"`, 1), []string{"t3 in other-1: against other regions, it differs from Dds_v5, the nearest family there, by a factor of 1.30, and may differ by 1.15"}},
		"a whole dearer region":     {`{"m5.large": "0.2", "m6i.large": "0.2", "t3.large": "0.17"}`, nil},
		"one family":                {`{"m5.large": "0.3"}`, nil},
		"names of another form":     {`{"n2-standard-2": "0.1"}`, nil},
	} {
		list := read(t, `{"even-1": `+even+`, "even-2": `+even+`, "other-1": `+tt.region+`}`)
		var found []string
		for _, f := range checkPrices(list) {
			text := f.String()
			if f.wrong {
				text += "; wrong"
			}
			found = append(found, text)
		}
		assert.Equal(t, tt.want, found, name)
	}
}

const instances = `{"source": "s", "instance_types": {"t3.large": {"vcpus": 2}, "m5.xlarge": {}}}`

const regions = `{"source": "s", "regions": [{"name": "north-1"}, {"name": "east-1"}, {"name": "new-1"}]}`

// dataFolder returns the data folder of an adapter.
func dataFolder(t *testing.T, instances, regions string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "instances.json"), []byte(instances), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "regions.json"), []byte(regions), 0o600))
	return dir
}

func selected(t *testing.T) selection {
	t.Helper()
	s, err := readSelection(dataFolder(t, instances, regions))
	require.NoError(t, err)
	return s
}

func TestATableHasWhatIsWanted(t *testing.T) {
	list := read(t, `{"gov-1": `+even+`, "north-1": `+even+`, "east-1": {"t3.large": "0.1", "m5.large": "0.117", "m6i.large": "0.2", "m6i.xlarge": "0.5"}}`)
	table, err := selected(t).choose(list)
	require.NoError(t, err, "what is wrong is not wanted")
	text := string(encodePrices(table))
	assert.Equal(t, strings.Split(`{
  "made_by": "make prices",
  "source": "a price list",
  "of": "2026-06-18",
  "regions": {
    "east-1": {"t3.large": "0.10"},
    "north-1": {"m5.xlarge": "0.214", "t3.large": "0.0912"}
  }
}
`, "\n"), strings.Split(text, "\n"))
	again := adapter.MustDecode[adapter.MachinePrices](file(text), "")
	assert.Equal(t, table, again)
	assert.Equal(t, []string{
		"2 of 3 regions, 2 machine types, the list of 2026-06-18",
		"regions without any price: new-1",
		"regions that do not sell every type: east-1 (1 of 2)",
		"regions of the list that the adapter does not have: gov-1",
		"not used: m6i, wrong in some regions (1), such as east-1",
	}, selected(t).report(list, table))
}

// file is a file by any name.
type file string

func (f file) ReadFile(string) ([]byte, error) { return []byte(f), nil }

func TestAWrongPriceThatIsWantedMakesNoTable(t *testing.T) {
	_, err := selected(t).choose(read(t, `{"north-1": {"m5.large": "0.107", "m5.xlarge": "0.4"}}`))
	require.ErrorContains(t, err, "m5 in north-1: its sizes (m5.large, m5.xlarge) cost from 0.0535 to 0.1000")
	_, err = selected(t).choose(read(t, `{"gov-1": {"m5.large": "0.107", "m5.xlarge": "0.4"}, "north-1": {"t3.large": "0.1"}}`))
	require.NoError(t, err, "of a region that the adapter does not have")
	_, err = selected(t).choose(read(t, `{"gov-1": {"m5.large": "0.107"}}`))
	require.ErrorContains(t, err, "none of the machine types in any of the regions")
}

func TestTablesThatNameNothing(t *testing.T) {
	for _, tables := range [][2]string{{`{}`, regions}, {instances, `{}`}, {`[`, regions}} {
		_, err := readSelection(dataFolder(t, tables[0], tables[1]))
		assert.Error(t, err, tables)
	}
}

// TestTablesOfAdapters checks each adapter's table as `make prices` checks the list that the
// table is made of, and that nobody changed it by hand.
func TestTablesOfAdapters(t *testing.T) {
	for _, module := range []string{"provider-a", "provider-b"} {
		path := filepath.Join("../../..", module, "data/machine-prices.json")
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		table := adapter.MustDecode[adapter.MachinePrices](file(text), path)
		for _, f := range checkPrices(table) {
			assert.False(t, f.wrong, f)
		}
		assert.Equal(t, string(encodePrices(table)), string(text))
	}
}
