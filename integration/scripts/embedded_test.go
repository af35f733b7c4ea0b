package scripts_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	cli "platform.internal/platform-cli"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
)

// TestStatusOfIDsInOneProcess resolves IDs in the service object of the process
// that embeds the command.
func TestStatusOfIDsInOneProcess(t *testing.T) {
	catalog, err := adapterhost.Open(adapterhost.Options{Dir: build.Binaries(t).AdaptersDir})
	require.NoError(t, err)
	t.Cleanup(func() { catalog.Close() })
	s := service.New(service.Options{Adapters: catalog, Now: time.Now})
	prof := document.Source{Format: document.YAML, Data: []byte("provider: provider_a\npolicy_date: 2026-11-21\n")}
	draft, err := profile.Parse(prof)
	require.NoError(t, err)
	_, _, err = s.Install(t.Context(), draft)
	require.NoError(t, err)
	accepted := submitted(t, s, "expiry_date: 2026-12-15")
	denied := submitted(t, s, "")
	p, err := s.Propose(t.Context(), "key", accepted.RequestID)
	require.NoError(t, err)

	tests := map[string]struct {
		id   string
		exit int
		want []byte
	}{
		"accepted request": {accepted.RequestID, problem.ExitDone, accepted.JSON()},
		"denied request":   {denied.RequestID, problem.ExitDenied, denied.JSON()},
		"proposal":         {p.ProposalID, problem.ExitDone, p.JSON()},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var out, notes bytes.Buffer
			streams := cli.Streams{In: strings.NewReader(""), Out: &out, Err: &notes}
			exit := cli.Main(t.Context(), []string{"request", "status", test.id}, streams, cli.WithService(s), cli.WithCatalog(catalog))
			assert.Equal(t, test.exit, exit)
			assert.Equal(t, string(test.want), out.String())
			assert.Contains(t, notes.String(), test.id)
		})
	}
}

func submitted(t *testing.T, s *service.Service, expiry string) *store.Record {
	t.Helper()
	request, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(`
application: checkout
environment: development
owner: payments-team@example.com
cost_centre: CC-4711
data_classification: internal
region: eu-west-1
network_cidr: 10.20.0.0/20
cluster_size: small
monthly_budget: 900
business_justification: Integration tests of the checkout service.
` + expiry)})
	require.NoError(t, err)
	record, err := s.Submit(t.Context(), store.Key("key"+expiry[:min(1, len(expiry))]), request)
	require.NoError(t, err)
	return record.Record
}
