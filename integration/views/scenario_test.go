package views_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/profile"
)

// installation is one provider and mode, with the example's profile.
type installation struct {
	provider string
	mode     string
	profile  string // path of the YAML file
}

func (i installation) String() string { return i.provider + "/" + i.mode }

// installations are those of every provider in every mode; -short takes two.
func installations(t *testing.T) []installation {
	t.Helper()
	all := allInstallations(t)
	if testing.Short() {
		return []installation{all[0], all[len(all)-1]}
	}
	return all
}

func allInstallations(t *testing.T) []installation {
	t.Helper()
	var all []installation
	for _, p := range providers.IDs() {
		for _, m := range profile.ModeNames() {
			folder := filepath.Join("../../examples", p, m)
			for _, name := range []string{"profile.yaml", "accepted.yaml", "denied.yaml"} {
				require.FileExists(t, filepath.Join(folder, name), "examples/README.md says what to write into it")
			}
			all = append(all, installation{p, m, filepath.Join(folder, "profile.yaml")})
		}
	}
	return all
}

// fields are a request as a document has them.
type fields map[string]any

func example(t *testing.T, in installation, name string) fields {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(filepath.Dir(in.profile), name+".yaml"))
	require.NoError(t, err)
	return decodeYAML(t, data)
}

// decodeYAML keeps unquoted dates as the text that was written.
func decodeYAML(t *testing.T, data []byte) fields {
	t.Helper()
	var nodes map[string]yaml.Node
	require.NoError(t, yaml.Unmarshal(data, &nodes))
	f := fields{}
	for name, node := range nodes {
		var value any
		if node.ShortTag() == "!!timestamp" {
			value = node.Value
		} else {
			require.NoError(t, node.Decode(&value))
		}
		f[name] = value
	}
	return f
}

func (f fields) with(changes fields) fields {
	changed := maps.Clone(f)
	maps.Copy(changed, changes)
	return changed
}

// requests are the requests that every installation gets, by name.
func requests(t *testing.T, in installation) map[string]fields {
	accepted := example(t, in, "accepted")
	return map[string]fields{
		"accepted": accepted,
		"denied":   example(t, in, "denied"),
		"hostile text": accepted.with(fields{
			"business_justification": "``` | <script>alert(1)</script> ${var.name} %{if} \"quoted\" 'single' \\ ## é 😀 - [link](http://example.com)",
		}),
		"region":   accepted.with(fields{"region": "atlantis-1"}),
		"network":  accepted.with(fields{"network_cidr": "52.20.0.0/26"}),
		"controls": accepted.with(fields{"controls": map[string]any{"private_cluster": false, "central_logging": false}}),
		"long ago": accepted.with(fields{"expiry_date": "2020-02-29"}),
		"smallest": accepted.with(fields{"network_cidr": "192.168.10.0/24", "application": "abc"}),
	}
}

// spelling is one way to write a request.
type spelling struct {
	name string
	file string // file name, whose extension is the syntax
	data []byte
}

// spellings writes a request in several ways that mean the same.
func spellings(t *testing.T, f fields) []spelling {
	return []spelling{
		{"JSON", "request.json", encodeJSON(t, f, slices.Sorted(maps.Keys(f)))},
		{"JSON in another spelling and order", "request.json", encodeJSON(t, respelled(f), reversed(f))},
		{"YAML", "request.yaml", encodeYAML(t, respelled(f))},
	}
}

func reversed(f fields) []string {
	names := slices.Sorted(maps.Keys(f))
	slices.Reverse(names)
	return names
}

func encodeJSON(t *testing.T, f fields, order []string) []byte {
	t.Helper()
	var members []string
	for _, name := range order {
		value, err := json.Marshal(f[name])
		require.NoError(t, err)
		members = append(members, fmt.Sprintf("%q: %s", name, value))
	}
	return []byte("{" + strings.Join(members, ",\n") + "}")
}

func encodeYAML(t *testing.T, f fields) []byte {
	t.Helper()
	data, err := yaml.Marshal(map[string]any(f))
	require.NoError(t, err)
	return data
}

// respelled changes case, spaces and host bits in ways that mean nothing.
func respelled(f fields) fields {
	out := maps.Clone(f)
	for name, value := range out {
		text, isText := value.(string)
		switch {
		case !isText || name == "expiry_date":
		case name == "business_justification":
			out[name] = "  " + strings.ReplaceAll(text, " ", "\n ") + "\t"
		case name == "network_cidr":
			out[name] = hostBits(text)
		default:
			out[name] = " " + strings.ToUpper(text) + "\t"
		}
	}
	if out["expiry_date"] == nil {
		out["expiry_date"] = ""
	}
	if out["controls"] == nil {
		out["controls"] = map[string]any{"least_privilege": true}
	}
	return out
}

// hostBits writes 10.20.0.0/20 as 10.20.0.5/20.
func hostBits(cidr string) string {
	address, bits, _ := strings.Cut(cidr, "/")
	return address[:strings.LastIndex(address, ".")+1] + "5/" + bits
}
