package requestvalidate

import (
	"path/filepath"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-cli/internal/output"
	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-core/problem"
)

// reportFiles are the files that `request validate` writes for other tools.
type reportFiles struct {
	sarif string
	junit string
	force bool
}

// check refuses before any work is done what could not be written.
func (r reportFiles) check() error {
	if r.sarif != "" && filepath.Clean(r.sarif) == filepath.Clean(r.junit) {
		return problem.New(problem.UsageError, "The flags --sarif and --junit name the same file %q; name two.", r.sarif)
	}
	for _, path := range []string{r.sarif, r.junit} {
		if path == "" {
			continue
		}
		if err := output.CheckFile(path, r.force); err != nil {
			return err
		}
	}
	return nil
}

// apart refuses a report that would be written over one of the inputs.
func (r reportFiles) apart(inputs []string) error {
	for _, path := range []string{r.sarif, r.junit} {
		for _, in := range inputs {
			if input.SameFile(path, in) {
				return problem.New(problem.UsageError, "The report %q would be written over the input %q; name another file.", path, in)
			}
		}
	}
	return nil
}

// asked reports whether any file is to be written.
func (r reportFiles) asked() bool { return r.sarif != "" || r.junit != "" }

func (r reportFiles) write(files []report.File, s *host.Session) error {
	if !r.asked() {
		return nil
	}
	rules, err := s.Policies()
	if err != nil {
		return err
	}
	encoders := []struct {
		path   string
		encode func() ([]byte, error)
	}{
		{r.sarif, func() ([]byte, error) { return report.SARIF(files, rules) }},
		{r.junit, func() ([]byte, error) { return report.JUnit(files) }},
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
	return output.File(path, data, r.force)
}
