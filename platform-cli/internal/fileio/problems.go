package fileio

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/terminal"
)

// Protected returns a [problem.FileProtected] error for the existing item at path.
func Protected(path, format string, args ...any) *problem.Problem {
	return faultOf(problem.FileProtected, problem.FaultProtected, path, fmt.Sprintf(format, args...))
}

// refuse returns a [problem.FileNotReadable] error for path.
func refuse(path, format string, args ...any) *problem.Problem {
	return faultOf(problem.FileNotReadable, problem.FaultUnreadable, path, fmt.Sprintf(format, args...))
}

// faultOf returns an error with one fault, which is about the whole file at path.
func faultOf(code problem.Code, fault problem.FaultCode, path, message string) *problem.Problem {
	p := problem.New(code, "%s %s.", terminal.FileName(path), message)
	p.Faults = []problem.Fault{{Code: fault, Message: message, File: path}}
	return p
}

// notWritten returns the error for a path that could not be written. A [*problem.Problem] stays as
// it is.
func notWritten(path string, err error) error {
	var known *problem.Problem
	if err == nil || errors.As(err, &known) {
		return err
	}
	code := problem.FileNotWritable
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		code = problem.UsageError // the user has to change the path
	}
	return problem.New(code, "%s was not written: %s.", path, reason(err)).Because(err)
}

func reason(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "the disk is full"
	case errors.Is(err, syscall.EROFS):
		return "the file system is read-only"
	case errors.Is(err, fs.ErrPermission):
		return "this user may not write there"
	case errors.Is(err, fs.ErrNotExist):
		return "its folder does not exist; create it first"
	case errors.Is(err, syscall.ENOTDIR):
		return "a part of the path is a file, not a folder"
	}
	var path *fs.PathError
	var link *os.LinkError
	switch { // hide the path of a temporary file
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return err.Error()
}
