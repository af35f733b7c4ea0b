package api

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
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

// parseFigures reads the counts from the API's metrics: a line has a series, a space and a count. A
// missing count is an error, because an unknown count must not be shown as zero.
func parseFigures(text []byte) (Figures, error) {
	counts := map[string]string{}
	f := Figures{Violations: map[string]int{}}
	for line := range strings.Lines(string(text)) {
		series, count, _ := strings.Cut(strings.TrimSpace(line), " ")
		counts[series] = count
		if id, ok := strings.CutPrefix(series, `platform_policy_violations{policy_id="`); ok {
			n, err := parseCount(count)
			if err != nil {
				return Figures{}, fmt.Errorf("metric %s: %w", series, err)
			}
			f.Violations[strings.TrimSuffix(id, `"}`)] = n
		}
	}
	for _, figure := range []struct {
		to     *int
		series string
	}{
		{&f.Accepted, `platform_environment_requests{decision="accepted"}`},
		{&f.Denied, `platform_environment_requests{decision="denied"}`},
		{&f.Proposals, "platform_deployment_proposals"},
		{&f.CloudChanges, "platform_cloud_changes"},
	} {
		var err error
		if *figure.to, err = parseCount(counts[figure.series]); err != nil {
			return Figures{}, fmt.Errorf("metric %s: %w", figure.series, err)
		}
	}
	return f, nil
}

func parseCount(text string) (int, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n < 0 || n > math.MaxInt32 || n != math.Trunc(n) {
		return 0, fmt.Errorf("%q is not a count", text)
	}
	return int(n), nil
}
