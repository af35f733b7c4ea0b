package requestvalidate

import (
	"path/filepath"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/input"
	"platform.internal/platform-cli/internal/output"
	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-cli/internal/result"
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

func (r reportFiles) write(outcomes []outcome, s *host.Session) error {
	files := make([]report.File, len(outcomes))
	for i, o := range outcomes {
		files[i] = o.reported()
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

// reported returns the outcome as the report package takes it.
func (o outcome) reported() report.File {
	f := report.File{Path: o.File, LineOf: input.Lines(o.Source)}
	if o.err != nil {
		f.Problem = result.Problem(o.err)
		return f
	}
	f.Record = &o.Record.Record
	return f
}
