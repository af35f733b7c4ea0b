// Command hostile is an adapter that tries to leave its box: in package
// initialisation, before anything of the SDK has run, and again while it serves.
// It tells its host what came of it, as readiness checks. With an argument it
// tries by hand, outside of any box, which shows that the attempts are real.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"syscall"

	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
	"platform.internal/platform-core/provider/plugin"
)

// Where the attempts aim; the test that builds this sets them.
var (
	tcpAddress string // a listener of the test
	udpAddress string
	hostSocket string // a Unix socket of the test
	secretFile string // a file that exists
	scratch    string // a folder that anybody may write to
)

// errNothingThere is what an attempt found that could look, but saw nothing.
var errNothingThere = errors.New("nothing there")

// outcome words what came of an attempt: "open", or why it failed.
func outcome(err error) string {
	var errno syscall.Errno
	switch {
	case err == nil:
		return "open"
	case errors.Is(err, errNothingThere):
		return err.Error()
	case errors.As(err, &errno):
		switch errno {
		case syscall.EPERM:
			return "EPERM"
		case syscall.EACCES:
			return "EACCES"
		case syscall.ENOSYS:
			return "ENOSYS"
		}
	}
	// Another error means that the kernel went as far as to look.
	return "open (" + err.Error() + ")"
}

func tryAll() []string {
	outcomes := make([]string, len(attempts))
	for i, a := range attempts {
		outcomes[i] = outcome(a.try())
	}
	return outcomes
}

// beforeMain is what came of the attempts in package initialisation.
var beforeMain = tryAll()

// report names the attempts, with what came of each at each time.
type report struct {
	Attempt string `json:"attempt"`
	Init    string `json:"init"`
	Serve   string `json:"serve,omitempty"`
}

func main() {
	if len(os.Args) == 1 {
		plugin.Serve(adapter{})
		return
	}
	var reports []report
	for i, a := range attempts {
		reports = append(reports, report{Attempt: a.name, Init: beforeMain[i]})
	}
	_ = json.NewEncoder(os.Stdout).Encode(reports)
}

type adapter struct{}

func (adapter) Describe(context.Context) (provider.Description, error) {
	return provider.Description{
		Provider: installation.Provider{
			ID: "hostile", DisplayName: "Hostile", DefaultRegion: "north-1",
			Regions: []installation.Region{{Name: "north-1", DisplayName: "North"}},
		},
		Version: "1.0.0",
	}, nil
}

// CheckInstallation tries everything and reports, a check each.
func (adapter) CheckInstallation(context.Context, installation.Profile) ([]installation.Check, error) {
	var checks []installation.Check
	for i, now := range tryAll() {
		message, err := json.Marshal(report{Attempt: attempts[i].name, Init: beforeMain[i], Serve: now})
		if err != nil {
			return nil, err
		}
		checks = append(checks, installation.Check{
			ID: fmt.Sprintf("hostile.%02d", i), Title: attempts[i].name, Status: installation.Passed, Message: string(message),
		})
	}
	return checks, nil
}

func (adapter) Evaluate(context.Context, provider.Order) (provider.Evaluation, error) {
	return provider.Evaluation{}, errors.New("it evaluates nothing")
}

func (adapter) Generate(context.Context, provider.Order) ([]provider.File, error) {
	return nil, errors.New("it generates nothing")
}
