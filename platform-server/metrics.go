package server

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/expfmt"

	"platform.internal/platform-server/internal/measure"
)

func (a *api) metrics(r *http.Request) (answer, error) {
	counts, err := a.service.Counts(r.Context())
	if err != nil {
		return answer{}, err
	}
	registry := prometheus.NewRegistry()
	if err := registry.Register(measure.Counts(counts)); err != nil {
		return answer{}, fmt.Errorf("register metrics: %w", err)
	}
	families, err := registry.Gather()
	if err != nil {
		return answer{}, fmt.Errorf("gather metrics: %w", err)
	}
	var b bytes.Buffer
	format := expfmt.NewFormat(expfmt.TypeTextPlain)
	for _, family := range families {
		if _, err := expfmt.MetricFamilyToText(&b, family); err != nil {
			return answer{}, fmt.Errorf("write metrics: %w", err)
		}
	}
	return answer{status: http.StatusOK, mediaType: string(format), body: whole(b.Bytes())}, nil
}
