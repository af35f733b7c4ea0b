package proposal

// Summary is a proposal without what its artifacts hold: nearly all of its
// bytes. The safety marker stays whole.
type Summary struct {
	Proposal
	// Artifacts stand in for the proposal's own.
	Artifacts []ArtifactFacts `json:"artifacts"`
}

// ArtifactFacts are an Artifact without its content.
type ArtifactFacts struct {
	Path      string `json:"path"`
	MediaType string `json:"media_type"`
	SHA256    string `json:"sha256"`
	Size      int    `json:"size"`
}

// Summary returns the proposal without what its artifacts hold.
func (p Proposal) Summary() Summary {
	s := Summary{Proposal: p, Artifacts: make([]ArtifactFacts, len(p.Artifacts))}
	for i, a := range p.Artifacts {
		s.Artifacts[i] = ArtifactFacts{a.Path, a.MediaType, a.SHA256, a.Size}
	}
	return s
}
