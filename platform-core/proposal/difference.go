package proposal

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Compare returns the differences between a derived proposal and the files of a bundle, by path. Each file
// occurs once, in the order of a proposal. Files that are not part of it come last.
func Compare(derived Proposal, bundle map[string]string) []Mismatch {
	var found mismatches
	expected := map[string]bool{}
	for _, a := range derived.Files() {
		expected[a.Path] = true
		content, ok := bundle[a.Path]
		switch {
		case !ok:
			found.add(a.Path, "is missing")
		case content != a.Content:
			found = append(found, Changed(a.Path, a.Content, content))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(bundle)) {
		if !expected[path] {
			found.add(shortened(path), "is not part of the proposal")
		}
	}
	return found
}

// CompareSaved returns the different fields of a derived and a saved proposal. [Compare] compares the
// contents of the files.
func CompareSaved(derived, saved Proposal) []Mismatch {
	var found mismatches
	same := func(where, want, got string) {
		if want != got {
			found.add(where, "is %q where the request gives %q", shortened(got), shortened(want))
		}
	}
	same("proposal_id", derived.ProposalID, saved.ProposalID)
	same("request_id", derived.RequestID, saved.RequestID)
	same("fingerprint", derived.Fingerprint, saved.Fingerprint)
	same("provider", derived.Provider, saved.Provider)
	same("mode", string(derived.Mode), string(saved.Mode))
	same("status", derived.Status, saved.Status)
	same("placeholders", strings.Join(derived.Placeholders, ", "), strings.Join(saved.Placeholders, ", "))
	same("content_hash", derived.ContentHash, saved.ContentHash)
	same("artifacts", strconv.Itoa(len(derived.Artifacts)), strconv.Itoa(len(saved.Artifacts)))
	same("guarded_stages", fmt.Sprint(derived.GuardedStages), fmt.Sprint(saved.GuardedStages))
	files := saved.Files()
	for i, want := range derived.Files() {
		if i >= len(files) {
			break
		}
		got, at := files[i], fmt.Sprintf("artifacts[%d].", i)
		if i == len(files)-1 {
			at = "safety_marker."
		}
		same(at+"path", want.Path, got.Path)
		same(at+"media_type", want.MediaType, got.MediaType)
		same(at+"sha256", want.SHA256, got.SHA256)
		same(at+"size", strconv.Itoa(want.Size), strconv.Itoa(got.Size))
	}
	return found
}
