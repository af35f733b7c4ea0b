package adapterhost

import (
	"slices"
	"strconv"
	"strings"

	goplugin "github.com/hashicorp/go-plugin"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/rpc"
)

// version is one version of the contract, as a host speaks it.
type version struct {
	number int
	// deprecated is the advice to an operator about an adapter of the version
	// while it is still spoken; empty for a version in good standing.
	deprecated string
}

// spoken are the versions that a host of this release speaks, the best first.
// A version leaves in three steps: another one is put before it, it is marked
// as deprecated for at least one release, and it is taken out.
var spoken = []version{{number: adapter.ContractVersion}}

// offers returns what a host offers to an adapter, which takes the highest
// version that both speak.
func offers(versions []version) map[int]goplugin.PluginSet {
	sets := map[int]goplugin.PluginSet{}
	for _, v := range versions {
		sets[v.number] = goplugin.PluginSet{rpc.ServiceName: &rpc.Plugin{}}
	}
	return sets
}

// speaks reports whether a version is one of versions.
func speaks(versions []version, number int) bool {
	return slices.ContainsFunc(versions, func(v version) bool { return v.number == number })
}

// listed returns the versions as a sentence names them: "version 1", or
// "versions 2 and 1".
func listed(versions []version) string {
	words := make([]string, len(versions))
	for i, v := range versions {
		words[i] = strconv.Itoa(v.number)
	}
	if len(words) == 1 {
		return "version " + words[0]
	}
	last := len(words) - 1
	return "versions " + strings.Join(words[:last], ", ") + " and " + words[last]
}

// deprecation returns the advice to an operator about a negotiated version;
// empty for nothing.
func deprecation(versions []version, number int) string {
	i := slices.IndexFunc(versions, func(v version) bool { return v.number == number })
	if i < 0 {
		return ""
	}
	return versions[i].deprecated
}
