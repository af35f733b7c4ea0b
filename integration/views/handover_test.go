package views_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// handedOver is a hand-over, as one view gives it.
type handedOver struct{ document, patch string }

// handoverDriver is a view that hands over a proposal to a tree with the proposal before, or without one.
type handoverDriver interface {
	driver
	handover(t *testing.T, proposal, before string) handedOver
}

// TestHandoverThroughEveryView compares the hand-over of a new environment, of a change and of no change.
func TestHandoverThroughEveryView(t *testing.T) {
	for _, in := range installations(t) {
		t.Run(in.String(), func(t *testing.T) {
			t.Parallel()
			accepted := example(t, in, "accepted")
			changed := accepted.with(fields{"owner": "another-team@example.com", "cost_centre": "CC-9"})
			var want []handedOver
			for _, make := range newDrivers {
				d := make(t, in).(handoverDriver)
				first := d.ask(t, "first", spellings(t, accepted)[0]).proposal
				later := d.ask(t, "later", spellings(t, changed)[0]).proposal
				require.NotEmpty(t, first)
				require.NotEmpty(t, later)
				got := []handedOver{d.handover(t, first, ""), d.handover(t, later, first), d.handover(t, later, later)}
				if want == nil {
					want = got
				}
				assert.Equal(t, want, got, d.name())
			}
			assert.Contains(t, want[0].patch, "+++ b/environments/live/"+in.provider+"/")
			assert.Contains(t, want[1].document, `: owner, cost_centre"`)
			assert.Empty(t, want[2].patch)
		})
	}
}

// idOf returns the ID of a proposal document.
func idOf(t *testing.T, proposal string) string {
	t.Helper()
	if proposal == "" {
		return ""
	}
	var p struct {
		ID string `json:"proposal_id"`
	}
	require.NoError(t, json.Unmarshal([]byte(proposal), &p))
	return p.ID
}

func (d serviceDriver) handover(t *testing.T, proposal, before string) handedOver {
	h, day, err := d.service.Handover(t.Context(), idOf(t, proposal), idOf(t, before))
	require.NoError(t, err)
	encoded, err := document.Encode(h.Document)
	require.NoError(t, err)
	patch, err := h.Patch(day)
	require.NoError(t, err)
	return handedOver{string(encoded), string(patch)}
}

func (d apiDriver) handover(t *testing.T, proposal, before string) (h handedOver) {
	path := d.base + "/v1/deployment-proposals/" + idOf(t, proposal) + "/handover"
	if before != "" {
		path += "?supersedes=" + idOf(t, before)
	}
	for mediaType, into := range map[string]*string{"application/json": &h.document, "text/x-patch": &h.patch} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		require.NoError(t, err)
		request.Header.Set("Accept", mediaType)
		status, body := d.do(t, request)
		require.Equal(t, http.StatusOK, status, string(body))
		*into = string(body)
	}
	return h
}

// handover hands over both proposals into a new working tree.
func (d cliDriver) handover(t *testing.T, proposal, before string) (h handedOver) {
	repo, patch := t.TempDir(), filepath.Join(t.TempDir(), "handover.patch")
	for _, text := range []string{before, proposal} {
		if text == "" {
			continue
		}
		file := filepath.Join(d.dir, "proposal.json")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		out, exit := d.run(t, "request", "handover", file, "--repo", repo, "--profile", d.in.profile, "--patch", patch)
		require.Equal(t, problem.ExitDone, exit, out)
		written, err := os.ReadFile(patch) // there is no patch if nothing changes
		if !errors.Is(err, fs.ErrNotExist) {
			require.NoError(t, err)
			require.NoError(t, os.Remove(patch))
		}
		h = handedOver{out, string(written)}
	}
	return h
}

func (d portalDriver) handover(t *testing.T, proposal, before string) handedOver {
	path, query := "/proposals/"+idOf(t, proposal)+"/handover", ""
	if before != "" {
		query = "?supersedes=" + idOf(t, before)
	}
	return handedOver{d.save(t, path+".json"+query), d.save(t, path+".patch"+query)}
}
