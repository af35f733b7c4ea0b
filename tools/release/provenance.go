package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

type subject struct {
	Name   string            `json:"name"`
	Digest map[string]string `json:"digest"`
}

// provenance writes how the release was made: an in-toto statement with the predicate of SLSA
// provenance, version 1 (https://slsa.dev/spec/v1.0/provenance). It names no trusted builder: a
// build of the same commit gives the same files.
func (r *release) provenance() error {
	names, err := r.files()
	if err != nil {
		return err
	}
	var subjects []subject
	for _, name := range names {
		subjects = append(subjects, subject{name, map[string]string{"sha256": sum(filepath.Join(r.out, name))}})
	}
	statement := map[string]any{
		"_type":         "https://in-toto.io/Statement/v1",
		"subject":       subjects,
		"predicateType": "https://slsa.dev/provenance/v1",
		"predicate": map[string]any{
			"buildDefinition": map[string]any{
				"buildType":          "urn:platform:release:make/v1",
				"externalParameters": map[string]any{"command": "make release", "version": r.version},
				"internalParameters": map[string]any{"go": r.goVersion, "signed_lock_files": r.signatures != ""},
				"resolvedDependencies": []any{
					map[string]any{"name": "platform", "digest": map[string]string{"gitCommit": r.commit}},
				},
			},
			"runDetails": map[string]any{"builder": map[string]any{"id": "urn:platform:builder:local"}},
		},
	}
	text, err := json.MarshalIndent(statement, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, "provenance.intoto.json"), append(text, '\n'), 0o644)
}

// files returns the names of what was made so far, sorted.
func (r *release) files() ([]string, error) {
	entries, err := os.ReadDir(r.out)
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names, err
}

// sums writes the checksums of everything, for sha256sum --check.
func (r *release) sums() error {
	names, err := r.files()
	if err != nil {
		return err
	}
	var out strings.Builder
	for _, name := range names {
		fmt.Fprintf(&out, "%s  %s\n", sum(filepath.Join(r.out, name)), name)
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(out.String()), 0o644)
}

// sum returns the SHA-256 of a file that was just written.
func sum(name string) string {
	content, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	hash := sha256.Sum256(content)
	return hex.EncodeToString(hash[:])
}
