package adaptertest_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter/adaptertest"
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

// brokenTest is a test that is expected to fail.
type brokenTest struct {
	testing.TB
	said string
}

func (f *brokenTest) Helper()                           {}
func (f *brokenTest) FailNow()                          { runtime.Goexit() }
func (f *brokenTest) Errorf(format string, args ...any) { f.said += fmt.Sprintf(format, args...) }

// messageOf returns what a test says that fails.
func messageOf(t *testing.T, run func(t testing.TB)) string {
	t.Helper()
	f := &brokenTest{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(f)
	}()
	<-done
	return f.said
}

func TestWhatIsWrittenIsFound(t *testing.T) {
	root := adaptertest.ReadRoot(t, []byte(postureText))
	net := adaptertest.ResourceBlock(t, root, "x_net.this")
	adaptertest.CheckPlain(t, net, map[string]string{"open": "false"})
	assert.Equal(t, "var.logs", adaptertest.NestedBlock(t, net, "logs").Written("on"))
}

// TestAbsenceFails is the table of what must not pass.
func TestAbsenceFails(t *testing.T) {
	root := adaptertest.ReadRoot(t, []byte(postureText))
	net := adaptertest.ResourceBlock(t, root, "x_net.this")
	for want, run := range map[string]func(testing.TB){
		"main.tf:1":              func(t testing.TB) { adaptertest.ReadRoot(t, []byte("resource {")) },
		"main.tf has no x_node":  func(t testing.TB) { adaptertest.ResourceBlocks(t, root, "x_node") },
		"main.tf has no x_net.a": func(t testing.TB) { adaptertest.ResourceBlock(t, root, "x_net.a") },
		"disk in resource":       func(t testing.TB) { adaptertest.NestedBlock(t, net, "disk") },
		"rule in resource":       func(t testing.TB) { adaptertest.NestedBlock(t, net, "rule") },
		`open of resource ["x_net" "this"]`: func(t testing.TB) {
			adaptertest.CheckPlain(t, net, map[string]string{"open": "true"})
		},
		"on of logs": func(t testing.TB) {
			adaptertest.CheckPlain(t, adaptertest.NestedBlock(t, net, "logs"), map[string]string{"on": "true"})
		},
	} {
		assert.Contains(t, messageOf(t, run), want)
	}
}
