# What the platform checks of a request, for `conftest test` and for OPA: the form
# of each field, the common rules, and those of provider_a. It estimates by size.
package main

import rego.v1

patterns := {
	"application": `^[a-z][a-z0-9-]{1,30}[a-z0-9]$`,
	"environment": `^(development|test|production)$`,
	"owner": `^[^@\s]{1,64}@([a-z0-9-]+\.)+[a-z]{2,}$`,
	"cost_centre": `^[A-Z0-9][A-Z0-9-]{0,30}[A-Z0-9]$`,
	"data_classification": `^(public|internal|confidential|restricted)$`,
	"region": `^[a-z0-9-]{3,32}$`,
	"network_cidr": `^([0-9]{1,3}\.){3}[0-9]{1,3}/[0-9]{1,2}$`,
	"cluster_size": `^(small|medium|large)$`,
	"business_justification": `^[[:print:]]{10,500}$`,
}

controls := {"encryption_at_rest", "private_cluster", "central_logging", "least_privilege"}

optional := {"monthly_budget", "expiry_date", "controls"}

allowed_regions := ["eu-west-1", "eu-central-1"]

private := ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10"]

policy_date := time.parse_ns("2006-01-02", "2026-11-21")

horizon := {"development": 90, "test": 180, "production": 1095}

sizes := {
	"small": {"price": 261, "longest": 22, "instance": "t3.large", "burstable": true},
	"medium": {"price": 612, "longest": 21, "instance": "m6i.xlarge", "burstable": false},
	"large": {"price": 1340, "longest": 20, "instance": "m6i.2xlarge", "burstable": false},
}

zones := {"eu-west-1": 3, "eu-central-1": 3, "us-west-1": 2}

length := to_number(split(input.network_cidr, "/")[1])

expiry_days := (time.parse_ns("2006-01-02", input.expiry_date) - policy_date) / ((24 * 3600) * 1000000000)

whole(number, least, greatest) if {
	number == round(number)
	number >= least
	number <= greatest
}

# The form of each field.
deny contains sprintf("%s: write it", [name]) if {
	some name, _ in patterns
	not input[name]
}

deny contains sprintf("%s: %v must match %s", [name, input[name], pattern]) if {
	some name, pattern in patterns
	not regex.match(pattern, input[name])
}

deny contains sprintf("%s: there is no such field", [name]) if {
	some name, _ in input
	not patterns[name]
	not name in optional
}

deny contains sprintf("controls.%s: there is no such field", [name]) if {
	some name, _ in input.controls
	not name in controls
}

deny contains "monthly_budget: write whole US dollars, from 1 to 10000000" if not whole(input.monthly_budget, 1, 10000000)

deny contains "expiry_date: write YYYY-MM-DD" if {
	input.expiry_date
	not regex.match(`^20[0-9]{2}-[01][0-9]-[0-3][0-9]$`, input.expiry_date)
}

# The common rules.
deny contains sprintf("region: %s is not allowed; write %s", [input.region, allowed_regions[0]]) if not input.region in allowed_regions

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
	some name in controls
	input.controls[name] == false
}

deny contains sprintf("monthly_budget: write at least %d", [sizes[input.cluster_size].price]) if {
	input.monthly_budget < sizes[input.cluster_size].price
}

deny contains sprintf("expiry_date: a %s environment needs one", [input.environment]) if {
	input.environment != "production"
	not input.expiry_date
}

deny contains "expiry_date: write a later day" if expiry_days <= 0

deny contains "expiry_date: write an earlier day" if expiry_days > horizon[input.environment]

# The provider's rules.
deny contains "application: write a shorter name, or AWS cuts that of a role" if count(sprintf("%s-%s-cluster-role", [input.application, input.environment])) > 64

deny contains "application: write a name that does not begin with amazon-" if startswith(input.application, "amazon-")

deny contains sprintf("network_cidr: /%d is too small for a %s cluster", [length, input.cluster_size]) if length > sizes[input.cluster_size].longest

deny contains "network_cidr: write a range outside 172.17.0.0/16, which is reserved" if net.cidr_intersects("172.17.0.0/16", input.network_cidr)

deny contains "owner: write an address that a tag can hold" if not regex.match(`^[A-Za-z0-9_.:/=+@-]*$`, input.owner)

warn contains sprintf("network_cidr: %s holds services of other clusters", [range]) if {
	some range in ["10.100.0.0/16", "172.20.0.0/16"]
	net.cidr_intersects(range, input.network_cidr)
}

warn contains "network_cidr: default VPCs have 172.31.0.0/16" if net.cidr_intersects("172.31.0.0/16", input.network_cidr)

warn contains sprintf("cluster_size: %s has no steady speed", [sizes[input.cluster_size].instance]) if {
	input.environment == "production"
	sizes[input.cluster_size].burstable
}

warn contains sprintf("region: %s has %d zones", [input.region, zones[input.region]]) if {
	input.environment == "production"
	zones[input.region] < 3
}

# A record of some 4 KB: the request, the decision and resources with their tags.
record := {
	"schema": "bench.record/v1",
	"decision": decision,
	"request": input,
	"violations": deny,
	"advisories": warn,
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
