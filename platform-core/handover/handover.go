package handover

import (
	"maps"
	"slices"
	"strings"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// Schema marks an encoded [Document].
const Schema = "platform.handover/v1"

// Document describes a hand-over: which proposal replaces which one, and the text of the pull request.
type Document struct {
	Schema        string `json:"schema"`
	EnvironmentID string `json:"environment_id"`
	StateKey      string `json:"state_key"`
	RequestID     string `json:"request_id"`
	ProposalID    string `json:"proposal_id"`
	ContentHash   string `json:"content_hash"`
	// Supersedes is the ID of the request that the tree has for the environment; nil if it has none.
	Supersedes *string `json:"supersedes"`
	Branch     string  `json:"branch"`
	// Title has one line of at most 72 characters.
	Title string `json:"title"`
	// Body is Markdown.
	Body          string `json:"body"`
	CommitMessage string `json:"commit_message"`
	// Written and Removed are paths in the tree, sorted. Both are empty if the tree has the proposal already.
	Written []string `json:"written"`
	Removed []string `json:"removed"`
	// Patch is that of [Handover.Patch]; empty if nobody asked for it.
	Patch string `json:"patch,omitempty"`
}

// Replaced returns the ID in Supersedes; empty for none.
func (d Document) Replaced() string {
	if d.Supersedes == nil {
		return ""
	}
	return *d.Supersedes
}

// Handover is a hand-over that is ready to be written.
type Handover struct {
	Document
	// Files are all files of the environment after the hand-over, those of Written among them.
	Files Tree

	before Tree
}

// Concerns returns which files of a tree [New] reads for a proposal: those of its live folder, and all that [Read]
// needs.
func Concerns(p proposal.Proposal) func(file string) bool {
	_, recorded, err := contents(p)
	live := LiveFolder(recorded.StateKey(p.Provider))
	return func(file string) bool {
		folder, _ := folderOf(file)
		return err == nil && (folder == live || Identifies(file))
	}
}

// contents returns the files of a proposal by path, and its request.
func contents(p proposal.Proposal) (map[string]string, request.Request, error) {
	files := map[string]string{}
	for _, f := range p.Files() {
		files[f.Path] = f.Content
	}
	recorded, err := proposal.Recorded(files, p.RequestID)
	if err != nil {
		err = problem.New(problem.ProposalRejected, "The request of this proposal %s.", Unreadable(err))
	}
	return files, recorded, err
}

// New returns the hand-over of a proposal into a tree. It changes nothing: the caller writes and removes. The
// error is a [*problem.Problem]: proposal_rejected if p is not a whole proposal, file_protected if the tree has
// files for the environment that its last hand-over did not write.
func New(p proposal.Proposal, t Tree) (*Handover, error) {
	after, recorded, err := contents(p)
	if err != nil {
		return nil, err
	}
	key := recorded.StateKey(p.Provider)
	folder := LiveFolder(key)
	superseded := t.superseded(recorded, p)
	before, err := t.inForce(key, p, superseded)
	if err != nil {
		return nil, err
	}
	if err := t.unedited(superseded, before); err != nil {
		return nil, err
	}
	h := &Handover{Files: Tree{}, before: t, Document: Document{
		Schema: Schema, EnvironmentID: recorded.EnvironmentID(p.Provider), StateKey: key,
		RequestID: p.RequestID, ProposalID: p.ProposalID, ContentHash: p.ContentHash,
		Branch:  Folder + "/" + recorded.Application + "-" + recorded.Environment + "-" + recorded.Region,
		Written: []string{}, Removed: []string{},
	}}
	for inBundle, inTree := range layout(p.RequestID, folder) {
		h.Files[inTree] = after[inBundle]
		if content, ok := t[inTree]; !ok || content != after[inBundle] {
			h.Written = append(h.Written, inTree)
		}
	}
	slices.Sort(h.Written)
	h.Removed = append(h.Removed, superseded...)
	return h, h.describe(before, after, recorded)
}

// inForce returns the bundle in the live folder of a state key, by the paths of a bundle, or nil if there is no folder.
// It fails if the folder has files that are not of one hand-over, or if another folder has the environment: these files
// would be lost.
func (t Tree) inForce(key string, p proposal.Proposal, superseded []string) (map[string]string, error) {
	if err := t.protected(request.RecordPath(p.RequestID), p); err != nil {
		return nil, err
	}
	if err := t.ofOneInstallation(p.Provider); err != nil {
		return nil, err
	}
	r, folders, folder := newReading(t, p.Provider), t.liveFolders(), LiveFolder(key)
	var e Environment
	for _, at := range slices.Sorted(maps.Keys(folders)) {
		if found := r.environment(at, folders[at]); at == folder {
			e = found
		}
	}
	for _, at := range r.folders[key] {
		if at != folder {
			return nil, problem.New(problem.FileProtected,
				"%s has the environment that belongs to %s. Move it back, or remove it.", at, folder)
		}
	}
	switch {
	case e.Path == "" && len(superseded) > 0:
		return nil, problem.New(problem.FileProtected, "%s is a request of this environment, but %s is missing. "+
			"Restore the folder, or remove the request document too.", superseded[0], folder)
	case e.Path == "":
		return nil, nil
	}
	e.Check()
	if len(e.Findings) == 0 {
		return e.Files, nil
	}
	switch f := e.Findings[0]; f.Problem {
	case MissingFile:
		return nil, problem.New(problem.FileProtected,
			"%s is not as a hand-over writes it: %s %s. Restore the file, or move the folder away.", folder, f.Path, f.Detail)
	case ForeignFile:
		return nil, problem.New(problem.FileProtected, "%s %s. Move it out of %s.", f.Path, f.Detail, folder)
	default:
		return nil, problem.New(problem.FileProtected,
			"The last hand-over did not write %s like this: it %s. Restore it.", f.Path, f.Detail)
	}
}

// ofOneInstallation fails if a tree has unfinished files, or live folders of another provider.
func (t Tree) ofOneInstallation(provider string) error {
	for _, file := range slices.Sorted(maps.Keys(t)) {
		if left := unfinished(file); left != "" {
			return problem.New(problem.FileProtected,
				"A hand-over that was stopped left %s. Remove it, and run the command again.", left)
		}
		other, _ := folderOf(file)
		if other != "" && !strings.HasPrefix(other, liveFolder+provider+"/") {
			return problem.New(problem.FileProtected,
				"%s is of another provider than %s. Use one repository for one installation.", other, provider)
		}
	}
	return nil
}

// protected refuses a request document of the proposal's request that has another content.
func (t Tree) protected(path string, p proposal.Proposal) error {
	isSame := func(a proposal.Artifact) bool { return a.Path == path && a.Content == t[path] }
	if _, ok := t[path]; ok && !slices.ContainsFunc(p.Artifacts, isSame) {
		return problem.New(problem.FileProtected, "%s exists with another content. Remove it, or restore it.", path)
	}
	return nil
}

// unedited refuses to remove a request document that no hand-over wrote like this. The one in force, which is in files,
// agrees with its attestation.
func (t Tree) unedited(superseded []string, files map[string]string) error {
	for _, file := range superseded {
		if _, ok := files[file]; ok {
			continue
		}
		id, _ := requestOf(file)
		recorded, err := proposal.Recorded(t, id)
		if err != nil {
			return err
		}
		written, err := proposal.RequestYAML(recorded)
		if err != nil {
			return err
		}
		if t[file] != string(written) {
			return problem.New(problem.FileProtected,
				"%s is another request of this environment, and was edited. Remove it, or move it out of %s.", file, Folder)
		}
	}
	return nil
}

// superseded returns the paths of all other request documents of the environment.
func (t Tree) superseded(r request.Request, p proposal.Proposal) (paths []string) {
	for file, content := range t {
		id, isRequest := requestOf(file)
		if !isRequest || id == p.RequestID {
			continue
		}
		other, err := proposal.Recorded(Tree{file: content}, id)
		if err == nil && other.StateKey(p.Provider) == r.StateKey(p.Provider) {
			paths = append(paths, file)
		}
	}
	slices.Sort(paths)
	return paths
}

// describe sets the texts of the document.
func (h *Handover) describe(before, after map[string]string, r request.Request) error {
	b, err := difference.ReadBundle(h.ProposalID, after)
	if err != nil {
		return err
	}
	in := proposal.PathsOf(h.RequestID)
	d := description{Document: &h.Document, Request: r, Folder: LiveFolder(h.StateKey),
		review: after[in.Review], root: after[in.Root], resources: b.Resources()}
	if before == nil {
		return d.write(difference.Compare("", b, "", b))
	}
	a, err := difference.ReadBundle("the tree", before)
	if err != nil {
		return err
	}
	id := a.Request().Identify().RequestID
	if id != h.RequestID {
		h.Supersedes = &id
	}
	d.Follows, d.Before = true, a.Request()
	d.reviewBefore = before[proposal.PathsOf(id).Review]
	d.capacity = [2]string{capacityOf(a.Resources()), capacityOf(b.Resources())}
	// Both attestations can be read: the files of the tree and of the proposal agree with theirs.
	old, _ := proposal.ReadAttestation(before[proposal.PathsOf(id).Attestation])
	current, _ := proposal.ReadAttestation(after[in.Attestation])
	d.Parts = old.Differences(current.MadeWith)
	return d.write(difference.Compare("", a, "", b))
}
