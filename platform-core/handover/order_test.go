package handover

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestCreatedFirst has a group of nodes with create_before_destroy, and the resources on which it depends.
func TestCreatedFirst(t *testing.T) {
	const root = `locals {
  # aws_eip.a is not used.
  subnets = {
    a = aws_subnet.a[0].id
  }
  other = aws_eip.a.id
}

data "aws_policy" "role" {
  role = aws_role.a.arn
}

resource "aws_vpc" "a" {
  cidr_block = var.cidr
}

resource "aws_subnet" "a" {
  vpc_id = aws_vpc.a.id
}

resource "aws_eip" "a" {
  subnet = aws_subnet.a[0].id
}

resource "aws_nodes" "a" {
  subnets = local.subnets
  policy  = data.aws_policy.role.json

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_alarm" "a" {
  nodes = aws_nodes.a.id
}
`
	found := createdFirst(root)
	for name, want := range map[string]bool{
		"aws_nodes.a": true, "aws_subnet.a": true, "aws_vpc.a": true, "aws_role.a": true,
		"aws_eip.a": false, "aws_alarm.a": false,
	} {
		assert.Equal(t, want, found[name], name)
	}
}
