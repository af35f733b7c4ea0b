package bench_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/proposal"
)

// repository measures a repository of 1,000 environments: its verification, to the validation of the
// same requests, and a hand-over that has nothing to write, to one into a single environment.
func repository(b *testing.B) {
	const count, rounds = 1000, 3
	many, one, bundle := environments(b, few(count)), environments(b, 1), filepath.Join(b.TempDir(), "bundle")
	on := func(verb string, args ...string) func() cost {
		layout := build.Binaries(b)
		return command(b, 0, layout.Platform, append([]string{"request", verb, "--profile", profile,
			"--adapters", layout.AdaptersDir}, args...)...)
	}
	ours, theirs := alternate(rounds, on("verify", "--repo", many, "-o", "text"),
		validate(b, 0, filepath.Join(many, "environments/requests"), "-o", "text"))
	report(b, times("verify --repo, 1,000 environments, to validate", ours, theirs, "")...)
	on("propose", examples+"accepted.yaml", "--output", bundle)()
	for _, repo := range []string{many, one} {
		on("handover", bundle, "--repo", repo)()
	}
	ours, theirs = alternate(rounds, on("handover", bundle, "--repo", many), on("handover", bundle, "--repo", one))
	report(b, times("handover into 1,000 environments, to one", ours, theirs, "")...)
}

// environments returns a repository with proposals for count applications of two sizes.
func environments(b *testing.B, count int) string {
	b.Helper()
	repo, s := b.TempDir(), platform(b)
	next := creating(accepted)
	for i := range count {
		request := next()
		if i%2 == 1 {
			request.body = strings.Replace(request.body, `"small"`, `"medium"`, 1)
		}
		require.NoError(b, s.handOver(repo, request))
	}
	return repo
}

// handOver writes the files of a proposal for the request.
func (s server) handOver(repo string, request call) error {
	var record struct {
		ID string `json:"request_id"`
	}
	if err := s.read(request, &record); err != nil {
		return err
	}
	var p proposal.Proposal
	body := `{"request_id":"` + record.ID + `"}`
	if err := s.read(call{http.MethodPost, proposalsPath, record.ID, body}, &p); err != nil {
		return err
	}
	h, err := handover.New(p, nil)
	if err != nil {
		return err
	}
	for name, content := range h.Files {
		file := filepath.Join(repo, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// read sends a call and decodes its answer.
func (s server) read(c call, into any) error {
	answer, err := s.send(c)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}
