package browser

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/request"
)

// example sends the example of a provider and a mode that policy accepts, and
// returns its ID.
func (p *platform) example(provider, mode string) string {
	p.t.Helper()
	values := exampleOf(p.t, provider, mode)
	document := map[string]any{}
	for name, value := range values {
		document[name] = value
	}
	budget, err := strconv.Atoi(values["monthly_budget"])
	require.NoError(p.t, err)
	document["monthly_budget"] = budget
	encoded, err := json.Marshal(document)
	require.NoError(p.t, err)
	return p.submit(values["application"], string(encoded))
}

// exampleOf returns the fields of that example, as they are written.
func exampleOf(t *testing.T, provider, mode string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../examples", provider, mode, "accepted.yaml"))
	require.NoError(t, err)
	var nodes map[string]yaml.Node
	require.NoError(t, yaml.Unmarshal(data, &nodes))
	values := map[string]string{}
	for name, node := range nodes {
		values[name] = request.NormalText(name, strings.TrimSpace(node.Value)) // a form has the long names to choose from
	}
	return values
}
