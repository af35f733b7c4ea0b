package providera

import (
	"fmt"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

const sizeField = "cluster_size"

var clusterInstanceOffered = newRule(profile.Mandatory, "cluster.instance-offered", sizeField,
	"The region offers the instance type of the cluster size",
	"a cluster size whose instance type is offered in the region",
	func(req request.Request) *finding {
		size, known := sizes[req.ClusterSize]
		if !known || !slices.Contains(size.instance().NotOfferedIn, req.Region) {
			return nil
		}
		other := otherSize(req.ClusterSize, offeredSizes(req.Region))
		return &finding{
			message: fmt.Sprintf("A %s cluster runs on %s, which is not offered in %s.",
				req.ClusterSize, size.InstanceType, req.Region),
			remediation: fmt.Sprintf("Type %s as the cluster size, or choose another region.", other),
			suggestion:  request.Text(other),
		}
	})

var clusterProductionSize = newRule(profile.Advisory, "cluster.production-size", sizeField,
	"Production runs on instances with a steady speed",
	"medium or large for production",
	func(req request.Request) *finding {
		size, known := sizes[req.ClusterSize]
		if !known || req.Environment != request.Production || !size.instance().Burstable {
			return nil
		}
		steady := otherSize(req.ClusterSize, steadySizes())
		return &finding{
			message: fmt.Sprintf("A %s cluster runs on %s, whose speed drops when its CPU credits are used up.",
				req.ClusterSize, size.InstanceType),
			remediation: fmt.Sprintf("Type %s as the cluster size of a production environment with steady load.", steady),
			suggestion:  request.Text(steady),
		}
	})

// otherSize returns the next larger size among the choices, or the largest of
// them where none is larger: what was asked for should still fit.
func otherSize(asked string, choices []string) string {
	rank := slices.Index(request.Sizes(), asked)
	for _, choice := range choices {
		if slices.Index(request.Sizes(), choice) > rank {
			return choice
		}
	}
	return choices[len(choices)-1]
}

// steadySizes returns the sizes on instances that do not depend on credits.
func steadySizes() []string {
	return slices.DeleteFunc(request.Sizes(), func(name string) bool { return sizes[name].instance().Burstable })
}
