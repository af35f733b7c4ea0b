package main

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
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
	accepted := []string{
		"request", "validate", example + "accepted.yaml", "--profile", example + "profile.yaml", "-o", "text",
	}
	if r.signatures != "" {
		key, err := filepath.Abs(filepath.Join(r.signatures, publicKey))
		if err != nil {
			return err
		}
		accepted = append(accepted, "--lock-key", key)
	}
	return errors.Join(
		tried(dir, r.version, "./platform", "version"),
		tried(dir, r.version, "./platform-server", "--version"),
		tried(dir, r.version, "./platform-portal", "--version"),
		tried(dir, "accepted", "./platform", accepted...),
	)
}

// tried runs a program without an environment. It returns an error if the program fails or the output does not contain
// the text.
func tried(dir, says, name string, args ...string) error {
	command := exec.Command(name, args...)
	command.Dir, command.Env = dir, []string{}
	out, err := command.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %w:\n%s", name, strings.Join(args, " "), err, out)
	}
	if !strings.Contains(string(out), says) {
		return fmt.Errorf("%s %s does not print %q:\n%s", name, strings.Join(args, " "), says, out)
	}
	return nil
}
