package providerb

import (
	"fmt"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
)

const sizeField = "cluster_size"

var clusterProductionSize = newRule(installation.Advisory, "cluster.production-size", sizeField,
	"Production keeps a node for applications while another is replaced",
	"medium or large for production",
	func(request environment.Request) *finding {
		size, known := sizing.Sizes[request.ClusterSize]
		if !known || request.Environment != environment.Production || size.MinNodes > 1 {
			return nil
		}
		return &finding{
			message: fmt.Sprintf("A %s cluster may run on %d node for applications, which then stop while it is replaced.",
				request.ClusterSize, size.MinNodes),
			remediation: fmt.Sprintf("Type %s as the cluster size of a production environment that must not stop.", environment.Medium),
			suggestion:  environment.Text(environment.Medium),
		}
	})
