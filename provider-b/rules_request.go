package providerb

import (
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// The rule has no suggestion: what the data is does not change with what a
// cloud can do.
var dataWorkspaceKey = newRule(profile.Advisory, "data.workspace-key", "data_classification",
	"Restricted data is encrypted with customer-managed keys alone",
	"a class below restricted, or logs that hold no restricted data",
	func(req request.Request) *finding {
		if req.DataClassification != request.Restricted {
			return nil
		}
		return &finding{
			message: "Everything has a customer-managed key but the log workspace, which takes one only in a dedicated cluster.",
			remediation: "Keep restricted data out of the application's logs, or have the platform team link the workspace " +
				"to a dedicated cluster with the organisation's key.",
		}
	})
