// Command hostile is an adapter that tries to leave its confinement: in package
// initialisation, before anything of the SDK has run, and again while it serves.
// It reports the outcomes to its host as readiness checks. With an argument it
// makes the attempts unconfined, which shows that they are real.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"platform.internal/integration/adapters/escape"
	"platform.internal/integration/adapters/minimal"
	"platform.internal/platform-core/adapter/plugin"
	"platform.internal/platform-core/profile"
)

// beforeMain are the outcomes of the attempts in package initialisation.
var beforeMain = escape.Try()

// report is an attempt with its outcome at each time.
type report struct {
	Attempt string `json:"attempt"`
	Init    string `json:"init"`
	Serve   string `json:"serve"`
}

func main() {
	if len(os.Args) == 1 {
		plugin.Serve(hostile{minimal.Adapter{ID: "hostile"}})
		return
	}
	_ = json.NewEncoder(os.Stdout).Encode(beforeMain)
}

type hostile struct{ minimal.Adapter }

// CheckInstallation tries everything and reports, a check each.
func (hostile) CheckInstallation(context.Context, profile.Profile) ([]profile.Check, error) {
	var checks []profile.Check
	for i, now := range escape.Try() {
		message, err := json.Marshal(report{Attempt: now.Attempt, Init: beforeMain[i].Outcome, Serve: now.Outcome})
		if err != nil {
			return nil, err
		}
		checks = append(checks, profile.Check{
			ID: fmt.Sprintf("hostile.%03d", i), Title: now.Attempt, Status: profile.Passed, Message: string(message),
		})
	}
	return checks, nil
}
