package serve

import (
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	platformcore "platform.internal/platform-core"
)

// Metrics are the Prometheus metrics of a program.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	inFlight prometheus.Gauge
}

// durations are the buckets of a request's duration, in seconds: an evaluation takes a
// millisecond or two, a call may wait for 30 s.
var durations = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

// NewMetrics returns the metrics of a program: its requests, its process and its build.
func NewMetrics(program string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "platform_http_requests_total",
			Help: "Requests that were answered, by route, method and status; 0 where the caller left before.",
		}, []string{"method", "route", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "platform_http_request_duration_seconds",
			Help: "Time from a request's header to the end of its answer, by route.", Buckets: durations,
		}, []string{"route"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "platform_http_requests_in_flight", Help: "Requests that are being answered.",
		}),
	}
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "platform_build_info", Help: "The release that runs.",
		ConstLabels: prometheus.Labels{"goversion": runtime.Version(), "program": program, "version": platformcore.Version},
	}, func() float64 { return 1 })
	m.registry.MustRegister(m.requests, m.duration, m.inFlight, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Register adds collectors. It panics if two have the same name.
func (m *Metrics) Register(further ...prometheus.Collector) { m.registry.MustRegister(further...) }

// ended counts a request that was answered.
func (m *Metrics) ended(method, route string, status int, took time.Duration) {
	m.inFlight.Dec()
	m.requests.WithLabelValues(knownMethod(method), route, strconv.Itoa(status)).Inc()
	m.duration.WithLabelValues(route).Observe(took.Seconds())
}

// knownMethod returns the method, or "other", so that callers cannot create series.
func knownMethod(method string) string {
	known := []string{
		http.MethodGet,
		http.MethodHead,
		http.MethodPost,
		http.MethodPut,
		http.MethodPatch,
		http.MethodDelete,
		http.MethodOptions,
	}
	if slices.Contains(known, method) {
		return method
	}
	return "other"
}
