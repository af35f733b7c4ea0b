package providerb

import "platform.internal/platform-core/adapter"

// daysBy are numbers of days by a value of a request's field.
type daysBy = adapter.Fact[map[string]int]

// terms are how long things last, and when people hear of them: the platform's choices among what the provider takes.
var terms = adapter.MustDecode[struct {
	Kubernetes struct {
		// Version is the minor version of new clusters.
		Version string `json:"version"`
		// SupportedUntil is the last month of the provider's support, YYYY-MM.
		SupportedUntil string `json:"supported_until"`
	} `json:"kubernetes"`
	// ClusterTier is the tier of the control plane, by the stage.
	ClusterTier adapter.Fact[map[string]string] `json:"cluster_tier"`
	// LogDays is how long logs are kept, by the class of the data, and MaxLogDays the
	// most, by the stage; the provider keeps no flow log for more than MaxFlowLogDays.
	LogDays        daysBy            `json:"log_days"`
	MaxLogDays     daysBy            `json:"max_log_days"`
	MaxFlowLogDays adapter.Fact[int] `json:"max_flow_log_days"`
	// BlobRecoveryDays is how long deleted flow logs can be brought back, and
	// KeyRotationDays how often the vault renews a key, by the class of the data.
	BlobRecoveryDays daysBy `json:"blob_recovery_days"`
	KeyRotationDays  daysBy `json:"key_rotation_days"`
	adapter.ClassTerms
	// ClusterAuditLog is the audit log of the API server, by the class of the data.
	ClusterAuditLog adapter.Fact[map[string]string] `json:"cluster_audit_log"`
	// VaultRecoveryDays is how long a deleted vault can be brought back, by the
	// stage.
	VaultRecoveryDays daysBy `json:"vault_recovery_days"`
	// Alerts are the shares of the budget, in percent, at which the owner hears of
	// it.
	Alerts      adapter.Fact[map[string]int] `json:"budget_alert_percent"`
	Maintenance adapter.Fact[map[string]any] `json:"maintenance_window"`
}](tables, "data/terms.json")

var centralLoggingCheck = adapter.LoggingCheck(ID+".central-logging",
	"Logs stay in the sandbox subscription, which is the only boundary of this mode.",
	"Audit logs are copied to the workspace of the management subscription that central_log_workspace names.")
