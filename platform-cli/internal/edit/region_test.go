package edit_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-core/document"
)

func TestRegions(t *testing.T) {
	for _, src := range []document.Source{
		source(document.YAML, "owner: é@x # y\n\ncontrols:\n  private_cluster: false\n"),
		source(document.JSON, "{\"owner\": \"é\",\n\n\"controls\": {\n  \"private_cluster\":false}}\n"),
	} {
		of, lines := edit.Regions(src), strings.Split(string(src.Data), "\n")
		written := func(field string) string {
			r, _ := of(field)
			require.Equal(t, r.StartLine, r.EndLine)
			return string([]rune(lines[r.StartLine-1])[r.StartColumn-1 : r.EndColumn-1])
		}
		assert.Contains(t, []string{"owner: é@x", `"owner": "é"`}, written("owner"))
		assert.Contains(t, []string{"private_cluster: false", `"private_cluster":false`}, written("controls.private_cluster"))
		controls, _ := of("controls")
		assert.Equal(t, 3, controls.StartLine)
		assert.Equal(t, 4, controls.EndLine)
		member, value := of("expiry_date")
		assert.Zero(t, member)
		assert.Zero(t, value)
	}
	member, _ := edit.Regions(source(document.YAML, "a: [\n"))("a")
	assert.Zero(t, member)
}
