package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"platform.internal/platform-core/adapterhost"
)

// try runs the programs of the archive for this machine, without an environment and in a folder of its own. It returns
// an error if one of them does not work there.
func (r *release) try() error {
	name := fmt.Sprintf("platform_%s_%s_%s", r.version, runtime.GOOS, runtime.GOARCH)
	if _, err := run(r.work, "tar", "xzf", filepath.Join(r.out, name+".tar.gz")); err != nil {
		return err
	}
	dir := filepath.Join(r.work, name)
	const example = "examples/provider_a/simulation/"
	profile := []string{"--profile", example + "profile.yaml", "-o", "text"}
	accepted := append([]string{"request", "validate", example + "accepted.yaml"}, profile...)
	denied := append([]string{"request", "validate", example + "denied.yaml"}, profile...)
	fix := append([]string{"request", "fix", example + "denied.yaml"}, profile...)
	signed := accepted
	if r.signatures != "" {
		key, err := filepath.Abs(filepath.Join(r.signatures, publicKey))
		if err != nil {
			return err
		}
		signed = append(slices.Clone(accepted), "--lock-key", key)
	}
	adapter := filepath.Join(dir, "adapters", "platform-provider-a")
	return errors.Join(
		tried(dir, 0, r.version, "./platform", "version"),
		tried(dir, 0, r.version, "./platform-server", "--version"),
		tried(dir, 0, r.version, "./platform-portal", "--version"),
		tried(dir, 0, "accepted", "./platform", signed...),
		tried(dir, 1, "denied", "./platform", denied...),
		tried(dir, 0, "+ private_cluster: true", "./platform", fix...),
		alter(adapter),
		tried(dir, 4, "is not the one", "./platform", accepted...),
		os.Remove(filepath.Join(dir, "adapters", adapterhost.LockFile)),
		tried(dir, 4, "There is no adapters.lock.json", "./platform", accepted...),
	)
}

// tried runs a program without an environment. It returns an error if the exit code is another one or the output does
// not contain the text.
func tried(dir string, exit int, says, name string, args ...string) error {
	command := exec.Command(name, args...)
	command.Dir, command.Env = dir, []string{}
	out, err := command.CombinedOutput()
	text := strings.Join(strings.Fields(string(out)), " ")
	if command.ProcessState.ExitCode() != exit || !strings.Contains(text, says) {
		return fmt.Errorf("%s %s ended with %d (%w), not with %d and %q:\n%s",
			name, strings.Join(args, " "), command.ProcessState.ExitCode(), err, exit, says, out)
	}
	return nil
}

// alter changes a byte in the middle of a file.
func alter(name string) error {
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	content[len(content)/2] ^= 1
	return os.WriteFile(name, content, 0o755)
}
