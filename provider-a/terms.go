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
	// LogDays is how long logs are kept, and KeyRotationDays how often a key's
	// material is renewed, by classification.
	LogDays         adapter.Fact[map[string]int] `json:"log_days"`
	KeyRotationDays adapter.Fact[map[string]int] `json:"key_rotation_days"`
	adapter.ClassTerms
	FlowLogIntervalSeconds adapter.Fact[int] `json:"flow_log_interval_seconds"`
	// KeyRecoveryDays is how long a deleted key can be brought back, by
	// environment.
	KeyRecoveryDays adapter.Fact[map[string]int] `json:"key_recovery_days"`
	// BudgetAlertPercent is at which shares of the budget the owner hears of it.
	BudgetAlertPercent adapter.Fact[map[string]int] `json:"budget_alert_percent"`
}](data, "data/terms.json")
