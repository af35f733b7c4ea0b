package providerb

type nameLimit struct {
	longest  int
	pattern  string
	reserved string
}

// nameLimits are what the provider allows, by resource type. Sources: azurerm
// v5.2.0-14-g69697b7f (its validate packages) and MicrosoftDocs/azure-docs
// resource-name-rules.md@0010dc26.
var nameLimits = map[string]nameLimit{
	"azurerm_disk_encryption_set":     {longest: 80, pattern: `^[^_\W][\w.-]{0,78}\w$`},
	"azurerm_key_vault":               {longest: 24, pattern: `^[a-zA-Z][a-zA-Z0-9-]+[a-zA-Z0-9]$`, reserved: "--"},
	"azurerm_key_vault_key":           {longest: 127, pattern: `^[a-zA-Z0-9-]+$`},
	"azurerm_kubernetes_cluster":      {longest: 54, pattern: `^aks-[-a-zA-Z0-9]{0,61}[a-zA-Z0-9]$`},
	"azurerm_log_analytics_workspace": {longest: 63, pattern: `^[A-Za-z0-9][A-Za-z0-9-]+[A-Za-z0-9]$`},
	"azurerm_network_security_group":  {longest: 80, pattern: `^[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$`},
	"azurerm_public_ip":               {longest: 80, pattern: `^[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$`},
	"azurerm_resource_group":          {longest: 90, pattern: `^[-\w._()]*[-\w_()]$`},
	"azurerm_storage_account":         {longest: 24, pattern: `^[a-z0-9]{3,}$`},
	"azurerm_subnet":                  {longest: 80, pattern: `^[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$`},
	"azurerm_user_assigned_identity":  {longest: 128, pattern: `^[A-Za-z0-9][A-Za-z0-9_-]{2,}$`},
	"azurerm_virtual_network":         {longest: 64, pattern: `^[A-Za-z0-9][A-Za-z0-9_.-]*[A-Za-z0-9_]$`},
}
