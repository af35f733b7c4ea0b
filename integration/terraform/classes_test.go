package terraform_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
)

// classRows are what the class of the data decides, by the input of main.tf that has it.
var classRows = []struct{ what, input string }{
	{"logs are kept, days", "log_retention_days"},
	{"deleted flow logs are kept, days", "blob_recovery_days"},
	{"keys are renewed after, days", "key_rotation_days"},
	{"pod security of the namespace", "pod_security"},
	{"denied in the namespace by default", "default_deny"},
	{"audit log of the API server", "cluster_audit_log"},
}

// TestTheClassesAreAsThePageSays compares the table of the page with what each adapter decides for production.
func TestTheClassesAreAsThePageSays(t *testing.T) {
	table := "| | provider | `" + strings.Join(request.Classifications(), "` | `") + "` |\n" + strings.Repeat("|---", 6) + "|\n"
	egress := ""
	for _, c := range clouds {
		id, advisories, inputs := c.id, []string{}, []map[string]any{}
		for _, class := range request.Classifications() {
			in := c.enterprise(t, func(r *request.Request) {
				r.Environment, r.DataClassification = request.Production, class
			})
			_, text := c.files(t, in)
			values := map[string]any{}
			require.NoError(t, json.Unmarshal(text, &values))
			inputs = append(inputs, values)
			e := c.evaluation(t, in)
			rule := id + ".data.restricted-egress"
			advised := slices.ContainsFunc(e.Advisories, func(v request.Violation) bool { return v.PolicyID == rule })
			advisories = append(advisories, map[bool]string{false: "accepted", true: "advisory `" + rule + "`"}[advised])
		}
		differ := 0
		for _, row := range classRows {
			if inputs[0][row.input] == nil {
				continue
			}
			cells := []string{}
			for _, values := range inputs {
				cells = append(cells, shown(values[row.input]))
			}
			table += fmt.Sprintf("| %s | `%s` | %s |\n", row.what, id, strings.Join(cells, " | "))
			if cells[0] != cells[len(cells)-1] {
				differ++
			}
		}
		assert.GreaterOrEqual(t, differ, 4, "%s: public and restricted differ in four inputs", id)
		egress += fmt.Sprintf("| internet egress without the hub | `%s` | %s |\n", id, strings.Join(advisories, " | "))
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "terraform.md"))
	require.NoError(t, err)
	assert.Contains(t, string(page), table+egress)
}

// shown returns a value of an input as the page has it.
func shown(value any) string {
	list, ok := value.([]any)
	if !ok {
		return fmt.Sprint(value)
	}
	var texts []string
	for _, v := range list {
		texts = append(texts, strings.ToLower(fmt.Sprint(v)))
	}
	return cmp.Or(strings.Join(texts, ", "), "nothing")
}
