package api

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
)

// Figures are the counts of the platform, read from its metrics.
type Figures struct {
	Accepted     int
	Denied       int
	Proposals    int
	CloudChanges int
}

// Requests returns the number of records, whatever their decision.
func (f Figures) Requests() int { return f.Accepted + f.Denied }

// Figures returns the counts as they stand.
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

// parseFigures reads the four counts from metrics in the Prometheus text form.
// A count that is missing is an error: unknown is never zero.
func parseFigures(text []byte) (Figures, error) {
	s := readSamples(text)
	f := Figures{
		Accepted:     s.count(`platform_environment_requests{decision="accepted"}`),
		Denied:       s.count(`platform_environment_requests{decision="denied"}`),
		Proposals:    s.count("platform_deployment_proposals"),
		CloudChanges: s.count("platform_cloud_changes"),
	}
	return f, s.err
}

// samples maps a series, as the text writes it, to its value.
type samples struct {
	values map[string]string
	err    error
}

func readSamples(text []byte) *samples {
	s := &samples{values: map[string]string{}}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if i := strings.LastIndexByte(line, ' '); i > 0 && line[0] != '#' {
			s.values[line[:i]] = line[i+1:]
		}
	}
	s.err = lines.Err()
	return s
}

// count returns the value of a series that counts something. The text form
// writes large numbers with an exponent, so it is read as a number first.
func (s *samples) count(series string) int {
	value, found := s.values[series]
	n, err := strconv.ParseFloat(value, 64)
	switch {
	case s.err != nil:
	case !found:
		s.err = fmt.Errorf("the metrics have no %s", series)
	case err != nil, n < 0, n > math.MaxInt32, n != math.Trunc(n):
		s.err = fmt.Errorf("the metrics say %q for %s, which is no count", value, series)
	default:
		return int(n)
	}
	return 0
}
