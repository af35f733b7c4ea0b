package handover

import (
	"io/fs"
	"path"
	"strings"

	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

const (
	// Folder is the only folder of a repository that a hand-over writes to.
	Folder         = "environments"
	liveFolder     = Folder + "/live/"
	requestsFolder = Folder + "/requests/"
	requestSuffix  = ".yaml"

	// Unfinished starts the name of a file or folder until it is written whole. A killed hand-over leaves it.
	Unfinished = ".platform-"

	attestationFile = "attestation.intoto.json"
	inventoryFile   = "resource-inventory.json"
)

// Tree has the contents of all files below [Folder] by path, with slashes.
type Tree map[string]string

// LiveFolder returns the folder of the environment that has its state at the key.
func LiveFolder(stateKey string) string { return liveFolder + path.Dir(stateKey) }

// layout returns where each file of a bundle goes, by its path in the bundle.
func layout(requestID, folder string) map[string]string {
	in := proposal.PathsOf(requestID)
	return map[string]string{
		in.Request:          in.Request,
		in.Root:             folder + "/main.tf",
		in.Inputs:           folder + "/terraform.tfvars.json",
		in.Decision:         folder + "/policy-decision.json",
		in.Inventory:        folder + "/" + inventoryFile,
		in.Review:           folder + "/REVIEW.md",
		in.Attestation:      folder + "/" + attestationFile,
		proposal.MarkerPath: folder + "/" + proposal.MarkerPath,
	}
}

// bundle returns the files that the tree has for a request in a live folder, by their paths in a bundle.
func (t Tree) bundle(requestID, folder string) map[string]string {
	files := map[string]string{}
	for inBundle, inTree := range layout(requestID, folder) {
		if content, ok := t[inTree]; ok {
			files[inBundle] = content
		}
	}
	return files
}

// liveFolders returns the files of each folder that has files where an environment has its files.
func (t Tree) liveFolders() map[string][]string {
	folders := map[string][]string{}
	for file := range t {
		if folder, ok := folderOf(file); ok && unfinished(file) == "" {
			folders[folder] = append(folders[folder], file)
		}
	}
	return folders
}

// Unrecorded returns the paths of the inventories of live folders whose request document is missing. Only the inventory
// then has the state key.
func (t Tree) Unrecorded() (inventories []string) {
	for folder := range t.liveFolders() {
		id, _, _ := proposal.ReadMarker(t[folder+"/"+proposal.MarkerPath])
		_, isRecorded := t[request.RecordPath(id)]
		if _, ok := t[folder+"/"+inventoryFile]; ok && !isRecorded {
			inventories = append(inventories, folder+"/"+inventoryFile)
		}
	}
	return inventories
}

// folderOf returns the live folder that a file is in or below.
func folderOf(file string) (string, bool) {
	rest, ok := strings.CutPrefix(file, liveFolder)
	parts := strings.SplitN(rest, "/", 5)
	if !ok || len(parts) < 5 {
		return "", false
	}
	return liveFolder + strings.Join(parts[:4], "/"), true
}

// IsTree reports whether a folder is [Folder] of a repository with environments.
func IsTree(folder fs.FS) bool {
	requests, _ := fs.Glob(folder, "requests/req-*.yaml")
	markers, _ := fs.Glob(folder, "live/*/*/*/*/"+proposal.MarkerPath)
	return len(requests)+len(markers) > 0
}

// IsLive reports whether a folder is a live folder or below one.
func IsLive(folder string) bool {
	_, ok := folderOf(folder + "/")
	return ok
}

// IsUnfinished reports whether a file or folder is [Unfinished] or in such a folder.
func IsUnfinished(name string) bool { return unfinished(name) != "" }

// unfinished returns the path of the [Unfinished] file or folder that a file is or is in; empty for none.
func unfinished(file string) string {
	before, rest, ok := strings.Cut(file, "/"+Unfinished)
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, "/")
	return before + "/" + Unfinished + name
}

// requestOf returns the request ID that the path of a request document has.
func requestOf(file string) (string, bool) {
	name, ok := strings.CutPrefix(file, requestsFolder)
	id, isYAML := strings.CutSuffix(name, requestSuffix)
	return id, ok && isYAML && !strings.Contains(id, "/")
}
