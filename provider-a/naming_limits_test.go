package providera

import (
	"regexp"

	"platform.internal/platform-core/adapter/adaptertest/testkit"
)

// nameLimits are what the provider allows, by resource type. Sources: botocore
// 1.43.11 (eks ClusterName, iam roleNameType, kms CreateAlias, logs
// CreateLogGroup, ec2 CreateSecurityGroup, budgets BudgetName) and cfn-lint
// 1.51.0 (AWS::EKS::Nodegroup), whose name is a prefix and 26 characters that
// Terraform adds (hashicorp/terraform-plugin-sdk, helper/id, UniqueIDSuffixLength).
var nameLimits = testkit.NameLimits{
	"aws_budgets_budget":       {Longest: 100, Pattern: regexp.MustCompile(`^[^:\\]+$`)},
	"aws_cloudwatch_log_group": {Longest: 512, Pattern: regexp.MustCompile(`^/[.\-_/#A-Za-z0-9]+$`)},
	"aws_eks_cluster":          {Longest: 100, Pattern: regexp.MustCompile(`^[0-9A-Za-z][A-Za-z0-9_-]*$`), Unique: true},
	"aws_eks_node_group":       {Longest: 63 - 26, Pattern: regexp.MustCompile(`^[0-9A-Za-z][A-Za-z0-9_-]*$`)},
	"aws_iam_role":             {Longest: 64, Pattern: regexp.MustCompile(`^[\w+=,.@-]+$`)},
	"aws_kms_alias":            {Longest: 256, Pattern: regexp.MustCompile(`^alias/[a-zA-Z0-9/_-]+$`), Reserved: "alias/aws/"},
	"aws_launch_template":      {Longest: 128, Pattern: regexp.MustCompile(`^[a-zA-Z0-9().\-/_]{3,}$`)},
	"aws_security_group":       {Longest: 255, Pattern: regexp.MustCompile(`^cluster-[a-zA-Z0-9 ._\-:/()#,@\[\]+=&;{}!$*]+$`)},
}
