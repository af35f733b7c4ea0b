package providera

import (
	"fmt"
	"slices"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
)

const sizeField = "cluster_size"

var clusterInstanceOffered = newRule(installation.Mandatory, "cluster.instance-offered", sizeField,
	"The region offers the instance type of the cluster size",
	"a cluster size whose instance type is offered in the region",
	func(request environment.Request) *finding {
		size, known := sizes[request.ClusterSize]
		if !known || !slices.Contains(size.instance().NotOfferedIn, request.Region) {
			return nil
		}
		other := otherSize(request.ClusterSize, offeredSizes(request.Region))
		return &finding{
			message: fmt.Sprintf("A %s cluster runs on %s, which is not offered in %s.",
				request.ClusterSize, size.InstanceType, request.Region),
			remediation: fmt.Sprintf("Type %s as the cluster size, or choose another region.", other),
			suggestion:  environment.Text(other),
		}
	})

var clusterProductionSize = newRule(installation.Advisory, "cluster.production-size", sizeField,
	"Production runs on instances with a steady speed",
	"medium or large for production",
	func(request environment.Request) *finding {
		size, known := sizes[request.ClusterSize]
		if !known || request.Environment != environment.Production || !size.instance().Burstable {
			return nil
		}
		steady := otherSize(request.ClusterSize, steadySizes())
		return &finding{
			message: fmt.Sprintf("A %s cluster runs on %s, whose speed drops when its CPU credits are used up.",
				request.ClusterSize, size.InstanceType),
			remediation: fmt.Sprintf("Type %s as the cluster size of a production environment with steady load.", steady),
			suggestion:  environment.Text(steady),
		}
	})

// otherSize returns the next larger size among the choices, or the largest of
// them where none is larger: what was asked for should still fit.
func otherSize(asked string, choices []string) string {
	rank := slices.Index(environment.Sizes(), asked)
	for _, choice := range choices {
		if slices.Index(environment.Sizes(), choice) > rank {
			return choice
		}
	}
	return choices[len(choices)-1]
}

// steadySizes returns the sizes on instances that do not depend on credits.
func steadySizes() []string {
	return slices.DeleteFunc(environment.Sizes(), func(name string) bool { return sizes[name].instance().Burstable })
}
