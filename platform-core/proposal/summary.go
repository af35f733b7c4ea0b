package proposal

// Summary is a proposal without the contents of its artifacts, which are nearly all of its bytes. The safety
// marker is complete.
type Summary struct {
	Proposal
	// Artifacts replace the artifacts of the proposal.
	Artifacts []ArtifactFacts `json:"artifacts"`
}

// ArtifactFacts is an [Artifact] without its content.
type ArtifactFacts struct {
	Path      string `json:"path"`
	MediaType string `json:"media_type"`
	SHA256    string `json:"sha256"`
	Size      int    `json:"size"`
}

// Summary returns the proposal without the contents of its artifacts.
func (p Proposal) Summary() Summary {
	s := Summary{Proposal: p, Artifacts: make([]ArtifactFacts, len(p.Artifacts))}
	for i, a := range p.Artifacts {
		s.Artifacts[i] = ArtifactFacts{a.Path, a.MediaType, a.SHA256, a.Size}
	}
	return s
}
