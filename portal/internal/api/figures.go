package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// Figures are the platform's counts, from its metrics.
type Figures struct {
	Accepted     int
	Denied       int
	Proposals    int
	CloudChanges int
	// Violations counts denied requests by the ID of the rule that denies them.
	Violations map[string]int
}

// Requests returns the number of accepted and denied requests.
func (f Figures) Requests() int { return f.Accepted + f.Denied }

// Figures returns the current counts. A missing count is a [*Failure].
func (c *Client) Figures(ctx context.Context) (Figures, error) {
	what := call{method: http.MethodGet, path: "/metrics", mediaType: "text/plain"}
	text, err := c.send(ctx, what)
	if err != nil {
		return Figures{}, err
	}
	figures, err := parseFigures(text)
	if err != nil {
		return Figures{}, notUnderstood(what, err)
	}
	return figures, nil
}

// parseFigures reads the counts from metrics in the Prometheus text format. A missing count is an
// error, because an unknown count must not be shown as zero.
func parseFigures(text []byte) (Figures, error) {
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(bytes.NewReader(text))
	if err != nil {
		return Figures{}, err
	}
	var f Figures
	for _, figure := range []struct {
		to             *int
		name, decision string
	}{
		{&f.Accepted, "platform_environment_requests", "accepted"},
		{&f.Denied, "platform_environment_requests", "denied"},
		{&f.Proposals, "platform_deployment_proposals", ""},
		{&f.CloudChanges, "platform_cloud_changes", ""},
	} {
		if *figure.to, err = count(families[figure.name], figure.decision); err != nil {
			return Figures{}, fmt.Errorf("metric %s %s: %w", figure.name, figure.decision, err)
		}
	}
	f.Violations = map[string]int{}
	for _, m := range families["platform_policy_violations"].GetMetric() {
		if labels := m.GetLabel(); len(labels) == 1 && labels[0].GetName() == "policy_id" {
			if f.Violations[labels[0].GetValue()], err = value(m); err != nil {
				return Figures{}, fmt.Errorf("metric platform_policy_violations: %w", err)
			}
		}
	}
	return f, nil
}

// count returns the value of the metric with the decision. If decision is empty, it returns the
// value of the metric without labels.
func count(family *dto.MetricFamily, decision string) (int, error) {
	for _, m := range family.GetMetric() {
		labels := m.GetLabel()
		if decision == "" && len(labels) > 0 ||
			decision != "" && (len(labels) != 1 || labels[0].GetName() != "decision" || labels[0].GetValue() != decision) {
			continue
		}
		return value(m)
	}
	return 0, errors.New("it is missing")
}

// value returns the count of a metric. Exactly one of gauge, counter and untyped is set, depending
// on the declared type.
func value(m *dto.Metric) (int, error) {
	n := m.GetGauge().GetValue() + m.GetCounter().GetValue() + m.GetUntyped().GetValue()
	if n < 0 || n > math.MaxInt32 || n != math.Trunc(n) {
		return 0, fmt.Errorf("%v is not a count", n)
	}
	return int(n), nil
}
