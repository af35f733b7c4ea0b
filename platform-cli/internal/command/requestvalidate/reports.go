package requestvalidate

import (
	"context"
	"net/url"
	"path/filepath"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-core/problem"
)

// reportFiles are the files that `request validate` writes for other tools.
type reportFiles struct {
	sarif    string
	junit    string
	markdown string
	force    bool
	// reference is the address of the page to which SARIF links for each rule.
	reference string
}

// paths returns the paths of the reports to write.
func (r reportFiles) paths() (list []string) {
	for _, path := range []string{r.sarif, r.junit, r.markdown} {
		if path != "" {
			list = append(list, path)
		}
	}
	return list
}

// check fails if a report could not be written. The command calls it before its work.
func (r reportFiles) check() error {
	if err := checkReference(r.reference, r.sarif); err != nil {
		return err
	}
	for i, path := range r.paths() {
		for _, other := range r.paths()[:i] {
			if filepath.Clean(path) == filepath.Clean(other) {
				return problem.New(problem.UsageError, "Two reports name the same file %q; name one for each.", path)
			}
		}
		if err := fileio.CheckFile(path, r.force); err != nil {
			return err
		}
	}
	return nil
}

// checkReference fails if the address cannot be part of a link, or if no SARIF file is written.
func checkReference(reference, sarif string) error {
	if reference == "" {
		return nil
	}
	if sarif == "" {
		return problem.New(problem.UsageError, "The flag --help-uri is for the links of --sarif; add --sarif FILE.")
	}
	u, err := url.Parse(reference)
	if err != nil || u.Host == "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http" {
		return problem.New(problem.UsageError,
			"%q is no address for --help-uri; write one without a fragment, such as https://docs.example.com/reference.",
			problem.Excerpt(reference, 100))
	}
	return nil
}

// apart fails if a report would replace one of the inputs.
func (r reportFiles) apart(inputs []string) error {
	for _, path := range r.paths() {
		for _, in := range inputs {
			if fileio.SameFile(path, in) {
				return problem.New(problem.UsageError,
					"The report %q would be written over the input %q; name another file.", path, in)
			}
		}
	}
	return nil
}

// asked reports whether any report is to be written.
func (r reportFiles) asked() bool { return len(r.paths()) > 0 }

func (r reportFiles) write(ctx context.Context, files []report.File, s *host.Session) error {
	if !r.asked() {
		return nil
	}
	policies, err := s.Policies(ctx)
	if err != nil {
		return err
	}
	encoders := []struct {
		path   string
		encode func() ([]byte, error)
	}{
		{r.sarif, func() ([]byte, error) { return report.SARIF(files, policies.Items, r.reference) }},
		{r.junit, func() ([]byte, error) { return report.JUnit(files) }},
		{r.markdown, func() ([]byte, error) { return report.Markdown(files), nil }},
	}
	for _, e := range encoders {
		if err := r.writeOne(e.path, e.encode); err != nil {
			return err
		}
	}
	return nil
}

func (r reportFiles) writeOne(path string, encode func() ([]byte, error)) error {
	if path == "" {
		return nil
	}
	data, err := encode()
	if err != nil {
		return err
	}
	return fileio.Write(path, data, r.force)
}
