package host_test

import (
	"context"
	"sync"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
)

// both returns a command that opens two sessions and prints the mode of each.
func both(inv *host.Invocation) *cobra.Command {
	var flags host.PairFlags
	c := &cobra.Command{Use: "both"}
	flags.Declare(c)
	return inv.Runs(c, func(ctx context.Context, inv *host.Invocation, _ []string) (*host.Result, error) {
		from, to, err := flags.Open(ctx, inv)
		if err != nil {
			return nil, err
		}
		return host.Encoded(map[string]any{"from": from.Installed.Profile.Mode, "to": to.Installed.Profile.Mode}, 0)
	})
}

// folders records the folders of adapters that are opened, and counts those still open.
type folders struct {
	mu      sync.Mutex
	opened  []string
	running int
}

func (f *folders) host() host.Host {
	h := commandtest.Host()
	open := h.Open
	h.Open = func(a host.Adapters) (adapter.Catalog, func(), error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.opened = append(f.opened, a.Dir)
		f.running++
		catalog, _, err := open(a)
		return catalog, f.close, err
	}
	return h
}

func (f *folders) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.running--
}

func TestAdaptersOfOnePlaceRunOnce(t *testing.T) {
	for _, c := range []struct {
		name   string
		flags  []string
		opened []string
	}{
		{"of the global flag", []string{"--adapters", "all"}, []string{"all"}},
		{"of one folder", []string{"--from-adapters", "old", "--to-adapters", "./old"}, []string{"old"}},
		{"of two folders", []string{"--from-adapters", "old", "--to-adapters", "new"}, []string{"old", "new"}},
		{"of one folder and the global flag",
			[]string{"--from-adapters", "old", "--adapters", "all"}, []string{"old", "all"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			commandtest.Folder(t)
			f := &folders{}
			r := commandtest.RunOn(t, f.host(), both, append(c.flags, "--from", "profile.yaml", "--to", "enterprise.yaml")...)
			require.Equal(t, 0, r.Exit, string(r.JSON))
			assert.Equal(t, "simulation", commandtest.Member(t, r, "from"))
			assert.Equal(t, "enterprise", commandtest.Member(t, r, "to"))
			assert.ElementsMatch(t, c.opened, f.opened) // both are opened at the same time
			assert.Zero(t, f.running, "adapters are left")
		})
	}
}

func TestFaultsNameTheirProfile(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to string
		code     problem.Code
		says     string
	}{
		{"no from", "", "profile.yaml", problem.UsageError, "The flag --from is missing."},
		{"no to", "profile.yaml", "", problem.UsageError, "The flag --to is missing."},
		{"from that is rejected", "other.yaml", "profile.yaml", problem.InstallationRejected, "other.yaml"},
		{"to that is rejected", "profile.yaml", "other.yaml", problem.InstallationRejected, "other.yaml"},
		{"to that is absent", "profile.yaml", "absent.yaml", problem.FileNotReadable, "absent.yaml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			commandtest.Folder(t, "other.yaml", "provider: provider_t\nallowed_regions: [elsewhere]\n")
			f := &folders{}
			var args []string
			for flag, path := range map[string]string{"--from": c.from, "--to": c.to} {
				if path != "" {
					args = append(args, flag, path)
				}
			}
			r := commandtest.RunOn(t, f.host(), both, args...)
			assert.Equal(t, problem.ExitUsage, r.Exit)
			assert.Equal(t, string(c.code), commandtest.Member(t, r, "code"))
			assert.Contains(t, string(r.JSON), c.says)
			assert.Zero(t, f.running, "adapters are left")
		})
	}
}
