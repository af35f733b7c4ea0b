package proposal_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
)

// TestDecodeSeesEdits edits the text of a saved proposal in ways that its
// decoded value does not show.
func TestDecodeSeesEdits(t *testing.T) {
	good := build(t, input(t, "A plain justification."))
	encoded, err := document.Encode(good)
	require.NoError(t, err)
	status := `"status": "ready_for_review"`
	edits := map[string]string{
		"a field twice":           `"status": "applied", ` + status,
		"a field in another case": `"Status": "ready_for_review"`,
		"a further field":         status + `, "approved": true`,
		"another order":           `"content_hash": "sha256:0", ` + status,
	}
	for name, edit := range edits {
		t.Run(name, func(t *testing.T) {
			_, err := proposal.Decode([]byte(strings.Replace(string(encoded), status, edit, 1)))
			assert.Equal(t, problem.ProposalAltered, problem.From(err).Code)
		})
	}
}

func TestDecodeIgnoresTheOrderOfFieldsAndAByteOrderMark(t *testing.T) {
	encoded, err := document.Encode(build(t, input(t, "A plain justification.")))
	require.NoError(t, err)
	var fields map[string]any
	require.NoError(t, json.Unmarshal(encoded, &fields))
	sorted, err := json.Marshal(fields)
	require.NoError(t, err)
	_, err = proposal.Decode(append([]byte("\ufeff"), sorted...))
	assert.NoError(t, err)
}

func TestDecodeIgnoresWhiteSpace(t *testing.T) {
	good := build(t, input(t, "A plain justification."))
	encoded, err := document.Encode(good)
	require.NoError(t, err)
	var compact bytes.Buffer
	require.NoError(t, json.Compact(&compact, encoded))
	decoded, err := proposal.Decode(compact.Bytes())
	require.NoError(t, err)
	assert.Equal(t, good, decoded)
}
