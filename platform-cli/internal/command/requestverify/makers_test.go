package requestverify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/requestverify"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// maker has the inputs of a proposal other than the request. The tests compare other makers with
// the zero value.
type maker struct {
	version  string
	contract int
	cents    int64
	profile  string
}

// Adapter returns the test adapter with a Terraform root of several lines, one of them long.
func (m maker) Adapter(ctx context.Context, id string) (adapter.Adapter, error) {
	c, _, err := commandtest.Host().Open(host.Adapters{})
	if err != nil {
		return nil, err
	}
	a, err := c.Adapter(ctx, id)
	return making{a, m}, err
}

func (m maker) Providers() []string { return []string{"provider_t"} }

func (m maker) Status(ctx context.Context, id string) (adapter.Status, error) {
	c, _, err := commandtest.Host().Open(host.Adapters{})
	if err != nil {
		return adapter.Status{}, err
	}
	s, err := c.Status(ctx, id)
	if m.version != "" {
		s.Description.Version = m.version
	}
	if m.contract > 0 {
		s.ContractVersion = m.contract
	}
	return s, err
}

type making struct {
	adapter.Adapter
	maker
}

func (m making) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	e, err := m.Adapter.Evaluate(ctx, in)
	if m.cents > 0 {
		cost := request.Cents(m.cents)
		e.Resources[0].MonthlyCost, e.Estimate.KnownTotal, e.Estimate.MonthlyTotal = cost, cost, cost
		e.Estimate.Items[0].MonthlyCost, e.Estimate.Items[0].UnitPrice, e.Estimate.PriceTable = cost,
			request.Decimal(cost.String()), "2026-12"
	}
	return e, err
}

func (m making) Generate(context.Context, adapter.Input) (adapter.Generation, error) {
	var long strings.Builder
	for i := range 40 {
		fmt.Fprintf(&long, `"subnet_%02d": "10.20.%d.0/24", `, i, i)
	}
	return adapter.Generation{Files: []adapter.File{
		{Name: adapter.RootFile, Content: []byte("# root " + m.version +
			"\nresource \"network\" \"main\" {\n  name = var.name\n}\n")},
		{Name: adapter.InputsFile, Content: []byte("{" + strings.TrimSuffix(long.String(), ", ") + "}\n")},
	}}, nil
}

// session opens the session that makes and verifies proposals.
func (m maker) session(t testing.TB) *host.Session {
	t.Helper()
	h := commandtest.Host()
	h.Open = func(host.Adapters) (adapter.Catalog, func(), error) { return m, func() {}, nil }
	inv := host.NewInvocation(t.Context(), h)
	text := m.profile
	if text == "" {
		text = "provider: provider_t\n"
	}
	draft, err := profile.Parse(document.Source{Format: document.YAML, Data: []byte(text)})
	require.NoError(t, err)
	s, err := inv.Install(t.Context(), draft)
	require.NoError(t, err)
	return s
}

// makes returns the proposal of a request.
func (m maker) makes(t testing.TB, text string, on request.Date) proposal.Proposal {
	t.Helper()
	s := m.session(t)
	req, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(text)})
	require.NoError(t, err)
	record, err := s.Evaluate(t.Context(), req, service.EvaluateOptions{On: on})
	require.NoError(t, err)
	derived, err := s.Derive(t.Context(), record)
	require.NoError(t, err)
	return derived.Proposal
}

// filesOf returns the files of a proposal by path.
func filesOf(p proposal.Proposal) map[string]string {
	files := map[string]string{}
	for _, f := range p.Files() {
		files[f.Path] = f.Content
	}
	return files
}

// verifies returns the [requestverify.Answer] for the files of a bundle.
func verifies(t testing.TB, s *host.Session, files map[string]string, on request.Date) requestverify.Answer {
	t.Helper()
	c, err := requestverify.ClaimFiles("bundle", files)
	require.NoError(t, err)
	a, err := requestverify.Verify(t.Context(), s, c, on)
	require.NoError(t, err)
	return a
}
