package providera

type nameLimit struct {
	longest  int
	pattern  string
	reserved string
}

// nameLimits are what the provider allows, by resource type. Sources: botocore
// 1.43.11 (eks ClusterName, iam roleNameType, kms CreateAlias, logs
// CreateLogGroup, ec2 CreateSecurityGroup, budgets BudgetName) and cfn-lint
// 1.51.0 (AWS::EKS::Nodegroup, AWS::SNS::Topic).
var nameLimits = map[string]nameLimit{
	"aws_budgets_budget":       {longest: 100, pattern: `^[^:\\]+$`},
	"aws_cloudwatch_log_group": {longest: 512, pattern: `^/[.\-_/#A-Za-z0-9]+$`},
	"aws_eks_cluster":          {longest: 100, pattern: `^[0-9A-Za-z][A-Za-z0-9_-]*$`},
	"aws_eks_node_group":       {longest: 63, pattern: `^[0-9A-Za-z][A-Za-z0-9_-]*$`},
	"aws_iam_role":             {longest: 64, pattern: `^[\w+=,.@-]+$`},
	"aws_kms_alias":            {longest: 256, pattern: `^alias/[a-zA-Z0-9/_-]+$`, reserved: "alias/aws/"},
	"aws_launch_template":      {longest: 128, pattern: `^[a-zA-Z0-9().\-/_]{3,}$`},
	"aws_security_group":       {longest: 255, pattern: `^cluster-[a-zA-Z0-9 ._\-:/()#,@\[\]+=&;{}!$*]+$`},
	"aws_sns_topic":            {longest: 256, pattern: `^[A-Za-z0-9_-]+$`},
}
