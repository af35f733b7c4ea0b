package posture_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter/adaptertest/posture"
)

const text = `
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

// failure is a test that is expected to fail.
type failure struct {
	testing.TB
	said string
}

func (f *failure) Helper()                           {}
func (f *failure) FailNow()                          { runtime.Goexit() }
func (f *failure) Errorf(format string, args ...any) { f.said += fmt.Sprintf(format, args...) }

// failing returns what a test says that fails.
func failing(t *testing.T, run func(t testing.TB)) string {
	t.Helper()
	f := &failure{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(f)
	}()
	<-done
	return f.said
}

func TestWhatIsWrittenIsFound(t *testing.T) {
	root := posture.Read(t, []byte(text))
	net := posture.Resource(t, root, "x_net.this")
	posture.Plainly(t, net, map[string]string{"open": "false"})
	assert.Equal(t, "var.logs", posture.Inside(t, net, "logs").Written("on"))
}

// TestAbsenceFails is the table of what must not pass.
func TestAbsenceFails(t *testing.T) {
	root := posture.Read(t, []byte(text))
	net := posture.Resource(t, root, "x_net.this")
	for want, run := range map[string]func(testing.TB){
		"main.tf:1":              func(t testing.TB) { posture.Read(t, []byte("resource {")) },
		"main.tf has no x_node":  func(t testing.TB) { posture.Resources(t, root, "x_node") },
		"main.tf has no x_net.a": func(t testing.TB) { posture.Resource(t, root, "x_net.a") },
		"disk in resource":       func(t testing.TB) { posture.Inside(t, net, "disk") },
		"rule in resource":       func(t testing.TB) { posture.Inside(t, net, "rule") },
		`open of resource ["x_net" "this"]`: func(t testing.TB) {
			posture.Plainly(t, net, map[string]string{"open": "true"})
		},
		"on of logs": func(t testing.TB) {
			posture.Plainly(t, posture.Inside(t, net, "logs"), map[string]string{"on": "true"})
		},
	} {
		assert.Contains(t, failing(t, run), want)
	}
}
