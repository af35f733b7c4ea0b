package providerb

import "platform.internal/platform-core/adapter"

// terms are how long things last, when people hear of them, and what things
// outside the environment are called: the platform's choices among what the
// provider takes.
var terms = adapter.MustDecode[struct {
	Kubernetes struct {
		// Version is the minor version of new clusters.
		Version string `json:"version"`
		// SupportedUntil is the last month of the provider's support, YYYY-MM.
		SupportedUntil string `json:"supported_until"`
	} `json:"kubernetes"`
	Logs struct {
		// Days is how long logs are kept, by the class of the data.
		Days map[string]int `json:"days"`
	} `json:"logs"`
	FlowLogs struct {
		// MaxDays is how long the provider keeps a flow log at most.
		MaxDays int `json:"max_days"`
		// RecoveryDays is how long deleted ones can be brought back, by the class.
		RecoveryDays map[string]int `json:"recovery_days"`
	} `json:"flow_logs"`
	Keys struct {
		// RotationDays is how often the vault renews a key, by the class.
		RotationDays map[string]int `json:"rotation_days"`
	} `json:"keys"`
	Vault struct {
		// RecoveryDays is how long a deleted vault can be brought back, by the stage.
		RecoveryDays map[string]int `json:"recovery_days"`
	} `json:"vault"`
	BudgetAlerts struct {
		// Percent is at which share of the budget the owner hears of it.
		Percent map[string]int `json:"percent"`
	} `json:"budget_alerts"`
	Maintenance struct {
		Window map[string]any `json:"window"`
	} `json:"maintenance"`
	// CentralLogs is the workspace that the management subscription keeps for all
	// environments, and the resource group that it is in.
	CentralLogs struct {
		ResourceGroup string `json:"resource_group"`
		Workspace     string `json:"workspace"`
	} `json:"central_logs"`
	NetworkWatcher struct {
		ResourceGroup string `json:"resource_group"`
		// NamePrefix comes before the region in a watcher's name.
		NamePrefix string `json:"name_prefix"`
	} `json:"network_watcher"`
}](tables, "data/terms.json")
