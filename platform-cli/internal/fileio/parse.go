package fileio

import (
	"errors"
	"slices"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/rulefile"
	"platform.internal/platform-core/terminal"
)

// Request reads a request document. It returns the source also if the document is invalid.
func (r *Reader) Request(path string) (request.Request, document.Source, error) {
	src, err := r.Source(path)
	if err != nil {
		return request.Request{}, src, err
	}
	request, err := request.Parse(src)
	if err != nil {
		err = In(path, NotARequest(src, err))
	}
	return request, src, err
}

// Profile reads a profile document and the rule files that it names. Faults that are found later
// need a call of [In].
func (r *Reader) Profile(path string) (profile.Draft, error) {
	src, err := r.Source(path)
	if err != nil {
		return profile.Draft{}, err
	}
	read := rulefile.Reader(path)
	if path == Stdin {
		read = func(string) (document.Source, error) {
			return document.Source{}, errors.New("a profile from standard input has no folder; name the file of the profile")
		}
	}
	draft, err := profile.ParseWithFiles(src, read)
	if err == nil {
		err = draft.NotARequest(terminal.FileName(path), src, "`platform request validate`")
	}
	return draft, In(path, err)
}

// In returns err with the file added to each fault that names none. An error of the adapter stays
// as it is, because it is in no file of the caller.
func In(path string, err error) error {
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code == problem.AdapterUnavailable || p.Code == problem.AdapterContractViolation {
		return err
	}
	named := *p
	named.Faults = slices.Clone(p.Faults)
	for i := range named.Faults {
		if named.Faults[i].File == "" {
			named.Faults[i].File = path
		}
	}
	return &named
}
