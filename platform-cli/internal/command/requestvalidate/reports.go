package requestvalidate

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-core/problem"
)

// reportFiles are the files that `request validate` writes for other tools, each with its flag.
type reportFiles struct {
	sarif, junit, markdown string
	force                  bool
}

func (r *reportFiles) declare(c *cobra.Command) {
	host.PathFlag(c, "sarif", &r.sarif, "also write the results to `FILE` as SARIF 2.1.0")
	host.PathFlag(c, "junit", &r.junit, "also write the results to `FILE` as JUnit XML")
	host.PathFlag(c, "markdown", &r.markdown,
		"also write the results to `FILE` as Markdown, of less than 65,536 characters")
	host.ForceFlag(c, &r.force)
}

// asked reports whether any report is to be written.
func (r reportFiles) asked() bool { return r.sarif+r.junit+r.markdown != "" }

// check fails if a report could not be written, or would replace an input or another report. The
// command calls it before its work.
func (r reportFiles) check(inputs []string) error {
	seen := map[string]bool{}
	for _, path := range []string{r.sarif, r.junit, r.markdown} {
		name := filepath.Clean(path)
		if path != "" && seen[name] {
			return problem.New(problem.UsageError, "Two reports name the same file %q; name one for each.", path)
		}
		seen[name] = true
		if err := fileio.CheckFile(path, r.force, inputs...); err != nil {
			return err
		}
	}
	return nil
}

func (r reportFiles) write(ctx context.Context, files []report.File, s *host.Session) error {
	policies, err := s.Policies(ctx)
	if err != nil {
		return err
	}
	for _, one := range []struct {
		path   string
		encode func() ([]byte, error)
	}{
		{r.sarif, func() ([]byte, error) { return report.SARIF(files, policies.Items) }},
		{r.junit, func() ([]byte, error) { return report.JUnit(files) }},
		{r.markdown, func() ([]byte, error) { return report.Markdown(files), nil }},
	} {
		if one.path == "" {
			continue
		}
		data, err := one.encode()
		if err != nil {
			return err
		}
		if err := fileio.Write(one.path, data, r.force); err != nil {
			return err
		}
	}
	return nil
}
