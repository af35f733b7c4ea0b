package views_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
)

// TestOutputsAreThoseOfTheGoldens compares what the platform gives for the
// examples with files that are kept: every provider, three modes, accepted,
// denied, and denied for many reasons. A change of any byte has to be
// intended.
func TestOutputsAreThoseOfTheGoldens(t *testing.T) {
	for _, in := range allInstallations(t) {
		d := newServiceDriver(t, in).(serviceDriver)
		requests := map[string][]byte{
			"accepted": exampleText(t, in, "accepted"),
			"denied":   exampleText(t, in, "denied"),
			"manifold": manifold(t, in),
		}
		for name, text := range requests {
			t.Run(in.String()+"/"+name, func(t *testing.T) {
				folder := filepath.Join("golden", in.provider, in.mode)
				req, err := request.Parse(document.Source{Format: document.YAML, Data: text})
				require.NoError(t, err)
				providers.Golden(t, evaluated(t, d.service, req), filepath.Join(folder, name+".evaluation.json"))
				record, err := d.service.Submit(t.Context(), store.Key(name), req)
				require.NoError(t, err)
				providers.Golden(t, record.JSON(), filepath.Join(folder, name+".record.json"))
				p, err := d.service.Propose(t.Context(), store.Key(name), record.RequestID)
				if record.Decision == request.Denied {
					refusal, err := document.Encode(problem.From(err))
					require.NoError(t, err)
					providers.Golden(t, refusal, filepath.Join(folder, name+".refusal.json"))
					return
				}
				require.NoError(t, err)
				providers.Golden(t, proposed(t, p), filepath.Join(folder, name+".proposal.json"))
			})
		}
	}
}

// proposed is a proposal's document without the text of main.tf. The document
// has its SHA-256, and the adapters' tests compare the text.
func proposed(t *testing.T, p *store.Proposal) []byte {
	t.Helper()
	var whole proposal.Proposal
	require.NoError(t, json.Unmarshal(p.JSON(), &whole))
	for i, a := range whole.Artifacts {
		if filepath.Base(a.Path) == adapter.RootFile {
			whole.Artifacts[i].Content = "(" + adapter.RootFile + ")"
		}
	}
	data, err := document.Encode(whole)
	require.NoError(t, err)
	return data
}

func evaluated(t *testing.T, s *service.Service, req request.Request) []byte {
	t.Helper()
	evaluation, err := s.Evaluate(t.Context(), req, service.EvaluateOptions{Alternatives: service.MaxAlternatives})
	require.NoError(t, err)
	document, err := evaluation.Evaluation()
	require.NoError(t, err)
	return document
}

func exampleText(t *testing.T, in installation, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(filepath.Dir(in.profile), name+".yaml"))
	require.NoError(t, err)
	return data
}

// manifold is the accepted example with as many faults as one request can have.
func manifold(t *testing.T, in installation) []byte {
	t.Helper()
	f := example(t, in, "accepted")
	for field, value := range map[string]any{
		"application": "kube-system", "data_classification": "restricted", "environment": "test", "region": "eu-central-1",
		"network_cidr": "52.20.0.0/26", "cluster_size": "large", "monthly_budget": 1, "expiry_date": "2029-01-01",
		"controls": map[string]bool{"encryption_at_rest": false, "central_logging": false},
	} {
		f[field] = value
	}
	text := encodeYAML(t, f)
	assert.NotEmpty(t, text)
	return text
}
