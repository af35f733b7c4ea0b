package handover

import (
	"cmp"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// Problem is what a finding reports.
type Problem string

// The problems. Those of an environment concern its files, the others the whole tree.
const (
	MissingFile       Problem = "missing_file"       // a file that each environment has
	AlteredFile       Problem = "altered_file"       // a file that does not agree with the others, or was not derived
	ForeignFile       Problem = "foreign_file"       // a file that no hand-over writes
	NotAFile          Problem = "not_a_file"         // a link, or an executable file
	UnreadableMarker  Problem = "unreadable_marker"  // a safety marker that names no request
	WrongFolder       Problem = "wrong_folder"       // a folder that is not named like the environment's state key
	SecondFolder      Problem = "second_folder"      // a folder of an environment that has another one
	OtherInstallation Problem = "other_installation" // a folder of another provider
	OrphanRequest     Problem = "orphan_request"     // a request document that no live folder is made of
	SupersededRequest Problem = "superseded_request" // a request document that a later request replaced
	UnreadableRequest Problem = "unreadable_request" // a request document that cannot be read
	OtherRequest      Problem = "other_request"      // a live folder of another request than expected
	OtherProposal     Problem = "other_proposal"     // a live folder of another proposal than expected
)

// Finding is one problem and the path of the file or folder that has it.
type Finding struct {
	Path    string  `json:"path"`
	Problem Problem `json:"what"`
	// Detail is a clause about Path, such as "is missing".
	Detail string `json:"detail,omitempty"`
}

// Environment is a live folder.
type Environment struct {
	// Path is the live folder.
	Path string
	// StateKey is the key that the folder is named like.
	StateKey string
	// RequestID and ProposalID are those of the safety marker; empty if it cannot be read.
	RequestID  string
	ProposalID string
	// Files are the files of the environment, by their paths in a bundle.
	Files map[string]string
	// Findings are the problems of the folder, sorted by path. [Environment.Check] adds those between its files.
	Findings []Finding
}

// InTree returns where a file of a bundle is in the tree; the path itself for another file.
func (e Environment) InTree(inBundle string) string {
	return cmp.Or(layout(e.RequestID, e.Path)[inBundle], inBundle)
}

// Repository is a tree, sorted into environments.
type Repository struct {
	// Environments are sorted by path.
	Environments []Environment
	// Findings concern the whole tree. They are sorted by path.
	Findings []Finding
}

// Folder returns the path of the environment that a file belongs to, or "".
func (r Repository) Folder(file string) string {
	folder, _ := folderOf(file)
	byFolder := func(e Environment, folder string) int { return strings.Compare(e.Path, folder) }
	if _, ok := slices.BinarySearchFunc(r.Environments, folder, byFolder); ok {
		return folder
	}
	return ""
}

// Read sorts the files of a tree into the environments of a provider. It compares no file with another:
// [Environment.Check] does. It derives nothing again: the files of an [Environment] can still be altered together.
//
// Read needs only the contents of the files that [Identifies] and [Tree.Unrecorded] name. If the tree has no other
// contents, the caller adds them to an Environment before it checks the Environment.
func Read(t Tree, provider string) Repository {
	r := newReading(t, provider)
	folders := t.liveFolders()
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		r.Environments = append(r.Environments, r.environment(folder, folders[folder]))
	}
	r.secondFolders()
	r.remaining()
	return r.Repository
}

// Identifies reports whether [Read] needs the content of a file: a safety marker, an attestation or a request
// document. These files are a thirtieth of all bytes. Read also needs the files of [Tree.Unrecorded].
func Identifies(file string) bool {
	_, isRequest := requestOf(file)
	name := path.Base(file)
	return isRequest || name == proposal.MarkerPath || name == attestationFile
}

// reading is a repository while it is read.
type reading struct {
	Repository
	tree     Tree
	provider string
	// used are the paths of files that belong to an environment.
	used map[string]bool
	// inForce are the state keys of the recorded requests, with the request that each live folder is made of.
	inForce map[string]string
	// folders are the live folders by the state keys of their recorded requests.
	folders map[string][]string
}

func newReading(t Tree, provider string) *reading {
	return &reading{tree: t, provider: provider, used: map[string]bool{}, inForce: map[string]string{},
		folders: map[string][]string{}}
}

func (r *reading) environment(folder string, files []string) Environment {
	e := Environment{Path: folder, StateKey: strings.TrimPrefix(folder, liveFolder) + "/" + request.StateFile}
	marker := folder + "/" + proposal.MarkerPath
	var ok bool
	if e.RequestID, e.ProposalID, ok = proposal.ReadMarker(r.tree[marker]); !ok {
		if _, exists := r.tree[marker]; exists {
			e.find(marker, UnreadableMarker, "names no request")
		} else {
			e.find(marker, MissingFile, "is missing")
		}
	}
	for _, inTree := range layout(e.RequestID, folder) {
		r.used[inTree] = e.RequestID != "" || path.Dir(inTree) == folder
	}
	e.Files = r.tree.bundle(e.RequestID, folder)
	r.place(&e)
	for _, file := range files {
		if !r.used[file] {
			r.used[file] = true
			e.find(file, ForeignFile, "was not written by a hand-over")
		}
	}
	e.Findings = Sorted(e.Findings)
	return e
}

// Check adds a finding for each file that does not agree with the others. It takes longer than [Read].
func (e *Environment) Check() {
	if e.RequestID == "" {
		return
	}
	inTree, in := layout(e.RequestID, e.Path), proposal.PathsOf(e.RequestID)
	if attested, err := proposal.ReadAttestation(e.Files[in.Attestation]); err == nil &&
		attested.SHA256[in.Request] == "" {
		e.find(inTree[in.Attestation], AlteredFile, "attests the files of another request")
	}
	files, found := maps.Clone(e.Files), map[string]bool{}
	for name, content := range files {
		files[name] = strings.ReplaceAll(content, "\r\n", "\n")
	}
	for _, m := range proposal.Inconsistent(files, e.RequestID) {
		what := AlteredFile
		if _, ok := e.Files[m.Where]; !ok {
			what = MissingFile
		}
		found[m.Where] = true
		e.find(inTree[m.Where], what, m.Message)
	}
	for name, content := range files {
		if content != e.Files[name] && !found[name] {
			e.find(inTree[name], AlteredFile, "has CRLF line ends, and differs in nothing else")
		}
	}
	e.Findings = Sorted(e.Findings)
}

// place compares the state key of an environment with the path of its folder. If the request cannot be read, it takes
// the key from the inventory, because the folder may be a copy of an earlier folder.
func (r *reading) place(e *Environment) {
	provider, _, _ := strings.Cut(e.StateKey, "/")
	if provider != r.provider {
		e.find(e.Path, OtherInstallation, "is of the provider "+provider)
	}
	key := proposal.ReadStateKey(r.tree[e.Path+"/"+inventoryFile])
	if recorded, err := proposal.Recorded(e.Files, e.RequestID); err == nil {
		key = recorded.StateKey(provider)
		inForce := recorded.StateKey(r.provider)
		if _, ok := r.inForce[inForce]; !ok || key == e.StateKey {
			r.inForce[inForce] = e.RequestID
		}
	}
	if key == "" {
		return // Check finds altered files
	}
	if key != e.StateKey {
		e.find(e.Path, WrongFolder, "has an environment with the state key "+key)
	}
	r.folders[key] = append(r.folders[key], e.Path)
}

func (e *Environment) find(path string, what Problem, detail string) {
	e.Findings = append(e.Findings, Finding{path, what, detail})
}

// secondFolders reports the folders whose requests have one state key. Each names the first other one.
func (r *reading) secondFolders() {
	for _, same := range r.folders {
		for i, folder := range same {
			if len(same) > 1 {
				other := same[0]
				if i == 0 {
					other = same[1]
				}
				r.find(folder, SecondFolder, "has the environment of "+other)
			}
		}
	}
}

// remaining reports files that belong to no environment.
func (r *reading) remaining() {
	for file := range r.tree {
		id, isRequest := requestOf(file)
		left := unfinished(file)
		switch {
		case r.used[file], r.used[left]:
		case left != "":
			r.used[left] = true
			r.find(left, ForeignFile, "was left by a hand-over that was stopped; remove it")
		case isRequest:
			r.request(file, id)
		default:
			r.find(file, ForeignFile, "was not written by a hand-over")
		}
	}
	r.Findings = Sorted(r.Findings)
}

// request reports a request document that no live folder is made of.
func (r *reading) request(file, id string) {
	recorded, err := proposal.Recorded(map[string]string{file: r.tree[file]}, id)
	if err != nil {
		r.find(file, UnreadableRequest, Unreadable(err))
		return
	}
	if current, ok := r.inForce[recorded.StateKey(r.provider)]; ok {
		r.find(file, SupersededRequest, "is not in force, as "+path.Base(request.RecordPath(current))+" is")
		return
	}
	r.find(file, OrphanRequest, "has no live folder whose safety marker names it")
}

// Unreadable returns a message without a subject, such as "cannot be read: owner is missing". If err is a problem, the
// reason is its first fault.
func Unreadable(err error) string {
	reason := err.Error()
	var p *problem.Problem
	if errors.As(err, &p) && len(p.Faults) > 0 {
		reason = strings.TrimSpace(p.Faults[0].Field + " " + p.Faults[0].Message)
	}
	if strings.HasPrefix(reason, "cannot be read") {
		return reason
	}
	return "cannot be read: " + reason
}

func (r *reading) find(path string, what Problem, detail string) {
	r.Findings = append(r.Findings, Finding{path, what, detail})
}

// Sorted returns findings by path and problem, with one finding for each path and problem. If a path has [NotAFile],
// such as a link, it leaves out [MissingFile]. Sorted changes the order of all.
func Sorted(all []Finding) []Finding {
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(string(a.Problem), string(b.Problem)))
	})
	all = slices.CompactFunc(all, func(a, b Finding) bool { return a.Path == b.Path && a.Problem == b.Problem })
	isLink := func(f Finding) bool {
		return f.Problem == MissingFile && slices.ContainsFunc(all, func(other Finding) bool {
			return other.Path == f.Path && other.Problem == NotAFile
		})
	}
	return slices.DeleteFunc(slices.Clone(all), isLink)
}
