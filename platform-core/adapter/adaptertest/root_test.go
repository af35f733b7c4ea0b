package adaptertest_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertest/testkit"
)

const postureText = `
resource "x_net" "this" {
  open = false

  rule {
    port = 443
  }

  rule {
    port = 80
  }

  logs {
    on = var.logs
  }
}
`

// brokenTest is a test that should fail. It keeps the message.
type brokenTest struct {
	testing.TB
	message string
}

func (f *brokenTest) Helper()                           {}
func (f *brokenTest) Errorf(format string, args ...any) { f.message += fmt.Sprintf(format, args...) }
func (f *brokenTest) Fatal(args ...any)                 { f.message += fmt.Sprint(args...); runtime.Goexit() }
func (f *brokenTest) Fatalf(format string, args ...any) { f.Fatal(fmt.Sprintf(format, args...)) }

// messageOf returns the message of a failing test; "" if the test passes.
func messageOf(t *testing.T, run func(t testing.TB)) string {
	t.Helper()
	f := &brokenTest{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(f)
	}()
	<-done
	return f.message
}

func TestWhatIsWrittenIsFound(t *testing.T) {
	root := testkit.ReadRoot(t, []byte(postureText))
	net := testkit.ResourceBlock(t, root, "x_net.this")
	testkit.CheckPlain(t, net, map[string]string{"open": "false"})
	assert.Equal(t, "var.logs", testkit.NestedBlock(t, net, "logs").Written("on"))
}

// TestAbsenceFails checks that each helper fails if main.tf lacks what the helper looks for.
func TestAbsenceFails(t *testing.T) {
	root := testkit.ReadRoot(t, []byte(postureText))
	net := testkit.ResourceBlock(t, root, "x_net.this")
	for want, run := range map[string]func(testing.TB){
		"main.tf:1":              func(t testing.TB) { testkit.ReadRoot(t, []byte("resource {")) },
		"main.tf has no x_node":  func(t testing.TB) { testkit.ResourceBlocks(t, root, "x_node") },
		"main.tf has no x_net.a": func(t testing.TB) { testkit.ResourceBlock(t, root, "x_net.a") },
		"has 0 blocks disk":      func(t testing.TB) { testkit.NestedBlock(t, net, "disk") },
		"has 2 blocks rule":      func(t testing.TB) { testkit.NestedBlock(t, net, "rule") },
		`open of x_net.this is "false"`: func(t testing.TB) {
			testkit.CheckPlain(t, net, map[string]string{"open": "true"})
		},
		`on of logs is "var.logs"`: func(t testing.TB) {
			testkit.CheckPlain(t, testkit.NestedBlock(t, net, "logs"), map[string]string{"on": "true"})
		},
	} {
		assert.Contains(t, messageOf(t, run), want)
	}
}

const right = `terraform {
  required_version = ">= 1.9"
}

provider "x" {
  region = var.region
}

variable "region" {
  type = string

  validation {
    condition     = var.region != "mars"
    error_message = "none"
  }
}

variable "sizes" {
  type    = map(number)
  default = { small = 1 }
}

variable "reason" {
  type    = string
  default = "none"
}

locals {
  base = "it-${var.region}"
  tags = { Name = local.base, Region = var.region }
}

data "x_image" "newest" {
  family = "plain"

  lifecycle {
    postcondition {
      condition     = self.id != ""
      error_message = "none"
    }
  }
}

# Two lines
# of reason.
resource "x_net" "this" {
  tags = local.tags
}

resource "x_node" "this" {
  for_each = var.sizes
  provider = x.west
  name     = "${local.base}-${each.key}"
  image    = data.x_image.newest.id
  net      = x_net.this.id
  size     = each.value

  disk {
    gib       = 20
    encrypted = true
  }

  dynamic "rule" {
    for_each = [1]
    content {
      port = rule.value
    }
  }

  label {
    key = "a"
  }

  lifecycle {
    ignore_changes = [size]

    precondition {
      condition     = each.value > 0
      error_message = "none"
    }
  }
}

output "reason" {
  value = var.reason
}
`

func TestBlocks(t *testing.T) {
	root, err := adaptertest.ParseRoot([]byte(right))
	require.NoError(t, err)
	var addresses []string
	for _, b := range root.Blocks("resource", "data", "variable", "output") {
		addresses = append(addresses, b.Address())
	}
	assert.Equal(t, []string{"var.region", "var.sizes", "var.reason", "data.x_image.newest", "x_net.this", "x_node.this", "output.reason"}, addresses)
	net, node := root.Blocks("resource")[0], root.Blocks("resource")[1]
	assert.Equal(t, "# Two lines\n# of reason.", net.Comment())
	assert.Empty(t, node.Comment())
	assert.Equal(t, "resource \"x_net\" \"this\" {\n  tags = local.tags\n}", net.Text())
	disk := node.Nested("disk")[0]
	assert.Equal(t, "true", disk.Plain("encrypted"))
	assert.Equal(t, "x_net.this.id", node.Written("net"))
	assert.Empty(t, node.Written("colour"))
	assert.Len(t, node.Nested(), 4)
}
