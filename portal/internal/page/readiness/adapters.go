package readiness

import (
	"cmp"
	"strconv"

	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/shell"
)

// Adapters are the provider adapters, as the API reports them.
type Adapters struct {
	Unavailable *shell.Badge
	Items       []Adapter
}

// Adapter is one provider adapter.
type Adapter struct {
	Name, ID string
	// InUse means that the installation uses the adapter.
	InUse bool
	// Problem says why the adapter does not run. The fields after Code are empty if the API reports
	// no facts about the adapter.
	Problem string
	// Code is the error code, as in the API and the CLI.
	Code              string
	Version, Contract string
	Digest            string
	Lock              shell.Badge
	Confinement       Hold
	Bounds            Hold
}

func newAdapters(r readings) Adapters {
	if r.adaptersErr != nil {
		return Adapters{Unavailable: &shell.UnavailableBadge}
	}
	var list Adapters
	for _, a := range r.adapters {
		list.Items = append(list.Items, newAdapter(a, r.profile.Provider))
	}
	return list
}

func newAdapter(a wire.Provider, installed string) Adapter {
	shown := Adapter{Name: cmp.Or(a.DisplayName, a.ID), ID: a.ID, InUse: a.ID == installed}
	if a.Problem != nil {
		shown.Problem, shown.Code = a.Problem.Detail, codeOf(a.Problem, string(a.Problem.Code))
	}
	if a.Adapter == nil {
		shown.Problem = cmp.Or(shown.Problem, "The API does not say what runs.")
		return shown
	}
	shown.Version, shown.Contract = a.Adapter.Version, strconv.Itoa(a.Adapter.ContractVersion)
	shown.Digest, shown.Lock = a.Adapter.Digest, lock(a.Adapter.Verified)
	shown.Confinement, shown.Bounds = newConfinement(a.Adapter.Confinement), newBounds(a.Adapter.Bounds)
	return shown
}

// lock returns the badge that says whether the lock file of the build lists the adapter's digest.
func lock(verified bool) shell.Badge {
	if verified {
		return shell.Badge{Kind: "good", Word: "In the lock file", Icon: shell.IconCheck}
	}
	return shell.Badge{Kind: "warn", Word: "Not in the lock file", Icon: shell.IconWarning}
}
