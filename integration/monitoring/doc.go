// Package monitoring watches real servers and portals as their operators do: with a
// Prometheus, the alert rules and the dashboard of examples/monitoring.
package monitoring
