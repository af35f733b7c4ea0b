package measure

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"platform.internal/platform-core/request"
)

// Evaluations returns the histogram of evaluations, and the function to call for each.
func Evaluations() (prometheus.Collector, func(request.Decision, time.Duration)) {
	duration := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "platform_evaluation_duration_seconds",
		Help:    "Duration of the evaluations of whole requests, the adapter's answer included, by decision.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"decision"})
	for _, d := range []request.Decision{request.Accepted, request.Denied} {
		duration.WithLabelValues(string(d)) // show the series before the first evaluation
	}
	return duration, func(d request.Decision, took time.Duration) {
		duration.WithLabelValues(string(d)).Observe(took.Seconds())
	}
}
