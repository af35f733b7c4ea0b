# What the platform's common rules check, for `conftest test` and for OPA.
package main

import rego.v1

allowed_regions := {"eu-west-1", "eu-central-1"}

private := ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10"]

policy_date := time.parse_ns("2006-01-02", "2026-11-21")

horizon := {"development": 90, "test": 180, "production": 1095}

prices := {"small": 261, "medium": 612, "large": 1340}

expiry_days := (time.parse_ns("2006-01-02", input.expiry_date) - policy_date) / ((24 * 3600) * 1000000000)

length := to_number(split(input.network_cidr, "/")[1])

deny contains sprintf("region: %s is not allowed; write eu-west-1", [input.region]) if not input.region in allowed_regions

deny contains sprintf("network_cidr: the range %s is not private", [input.network_cidr]) if {
	every range in private { not net.cidr_contains(range, input.network_cidr) }
}

deny contains "network_cidr: write a prefix length from /16 to /24" if length < 16

deny contains "network_cidr: write a prefix length from /16 to /24" if length > 24

deny contains "data_classification: restricted data stays in production; write confidential" if {
	input.data_classification == "restricted"
	input.environment != "production"
}

deny contains sprintf("controls.%s: write true", [name]) if {
	some name in ["encryption_at_rest", "private_cluster", "central_logging", "least_privilege"]
	input.controls[name] == false
}

deny contains sprintf("monthly_budget: write at least %d", [prices[input.cluster_size]]) if {
	input.monthly_budget < prices[input.cluster_size]
}

deny contains sprintf("expiry_date: a %s environment needs one", [input.environment]) if {
	input.environment != "production"
	not input.expiry_date
}

deny contains "expiry_date: write a later day" if expiry_days <= 0

deny contains "expiry_date: write an earlier day" if expiry_days > horizon[input.environment]

deny contains sprintf("%s: write it", [name]) if {
	some name in ["application", "environment", "owner", "cost_centre", "region", "network_cidr", "business_justification"]
	not input[name]
}

deny contains "application: write lower-case letters, digits and hyphens" if not regex.match(`^[a-z][a-z0-9-]{1,39}$`, input.application)

deny contains "owner: write an e-mail address" if not regex.match(`^[^@\s]+@[^@\s]+\.[a-z]+$`, input.owner)

deny contains "cost_centre: write CC- and digits" if not regex.match(`^CC-[0-9]+$`, input.cost_centre)

# A record of some 4 KB: the request, the decision and resources with their tags.
record := {
	"schema": "bench.record/v1",
	"decision": decision,
	"request": input,
	"violations": deny,
	"resources": [resource |
		some kind in ["aws_vpc", "aws_subnet", "aws_eks_cluster", "aws_kms_key", "aws_iam_role", "aws_s3_bucket", "aws_security_group", "aws_cloudwatch_log_group"]
		some index in numbers.range(0, 1)
		resource := {
			"type": kind,
			"address": sprintf("%s.this[%d]", [kind, index]),
			"name": sprintf("%s-%s-%s-%d", [input.application, input.environment, kind, index]),
			"region": input.region,
			"tags": {"application": input.application, "environment": input.environment, "owner": input.owner, "cost_centre": input.cost_centre},
		}
	],
}

default decision := "accepted"

decision := "denied" if count(deny) > 0
