package providera

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// terms are how long things last and when people hear of them: the platform's
// choices among what the provider takes.
var terms = adapter.MustDecode[struct {
	Kubernetes struct {
		// Version is the minor version of new clusters, SupportedUntil the last day
		// of its standard support.
		Version        string       `json:"version"`
		SupportedUntil request.Date `json:"supported_until"`
	} `json:"kubernetes"`
	Logs struct {
		// Days is how long logs are kept, by classification: longer the more closed
		// the data is.
		Days map[string]int `json:"days"`
	} `json:"logs"`
	FlowLogs struct {
		IntervalSeconds int `json:"interval_seconds"`
	} `json:"flow_logs"`
	Keys struct {
		// RotationDays is how often a key's material is renewed, by classification;
		// RecoveryDays how long a deleted key can be brought back, by environment.
		RotationDays map[string]int `json:"rotation_days"`
		RecoveryDays map[string]int `json:"recovery_days"`
	} `json:"keys"`
	BudgetAlerts struct {
		Percent map[string]int `json:"percent"`
	} `json:"budget_alerts"`
	CentralLogs struct {
		// Destination is the name of the CloudWatch Logs destination that the log
		// archive account keeps for environments, in every region.
		Destination string `json:"destination"`
	} `json:"central_logs"`
}](data, "data/terms.json")
