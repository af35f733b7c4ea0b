package providerb

import (
	"fmt"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

const sizeField = "cluster_size"

var clusterProductionSize = newRule(profile.Advisory, "cluster.production-size", sizeField,
	"Production keeps a node for applications while another is replaced",
	"medium or large for production",
	func(req request.Request) *finding {
		size, known := sizing.Sizes[req.ClusterSize]
		if !known || req.Environment != request.Production || size.MinNodes > 1 {
			return nil
		}
		return &finding{
			message: fmt.Sprintf("A %s cluster may run on %d node for applications, which then stop while it is replaced.",
				req.ClusterSize, size.MinNodes),
			remediation: fmt.Sprintf("Type %s as the cluster size of a production environment that must not stop.", request.Medium),
			suggestion:  request.Text(request.Medium),
		}
	})
