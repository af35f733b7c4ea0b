package policytest

import (
	"slices"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

// content is the kind of a document according to its field names. A file of cases with a misspelt
// field must not pass as another kind.
type content int

const (
	unknown content = iota
	holdsCases
	holdsOther // a request, a profile or a file of rules
)

func contentOf(src document.Source) content {
	var in caseFile
	reading := document.ReadNested(src, &in, casesDepth)
	written := func(names ...string) bool { return slices.ContainsFunc(names, reading.Written) }
	switch {
	case written("cases") || in.Schema != nil && *in.Schema == casesSchema:
		return holdsCases
	case written(request.FieldNames()...) || written("provider", "policies"):
		return holdsOther
	case written("request", "request_file"):
		return holdsCases
	default:
		return unknown
	}
}

// files are the files that the arguments name.
type files struct {
	// cases are the files of cases. If the only argument is a request, request is that file.
	cases   []source
	request *source
}

// names returns the names of the files of cases.
func (f files) names() (list []string) {
	for _, c := range f.cases {
		list = append(list, c.name)
	}
	return list
}

type source struct {
	name string
	document.Source
}

// readFiles reads the files of the arguments. From a folder it takes only the files of cases,
// because the folder may contain their requests.
func readFiles(from *fileio.Reader, args []string, profile string) (found files, err error) {
	names, err := fileio.Expand(args, profile)
	if err != nil {
		return files{}, err
	}
	for _, name := range names {
		src, err := from.Source(name)
		if err != nil {
			return files{}, err
		}
		is, one := contentOf(src), source{name, src}
		asked := slices.ContainsFunc(args, func(a string) bool { return fileio.Clean(a) == name })
		switch {
		case is == holdsCases:
			found.cases = append(found.cases, one)
		case is == holdsOther && asked && len(args) == 1:
			found.request = &one
		case asked || is == unknown:
			found.cases = append(found.cases, one) // the reader reports the missing fields
		}
	}
	if len(found.cases) == 0 && found.request == nil {
		return files{}, problem.New(problem.FileNotReadable,
			"%s holds no file of cases, so there is nothing to test. A file of cases has the field cases.",
			terminal.FileName(args[0]))
	}
	return found, nil
}
