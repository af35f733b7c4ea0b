package fileio

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// Stdin is the argument that means standard input.
const Stdin = "-"

// Limits for inputs, in bytes.
const (
	// MaxDocument bounds a request or a profile.
	MaxDocument = 1 << 20
	// MaxProposal bounds a saved proposal, which contains seven artifacts.
	MaxProposal = 16 << 20
)

// Reader reads documents. It reads standard input at most once.
type Reader struct {
	stdin     io.Reader
	spent     bool
	interrupt context.Context
}

// NewReader returns a [Reader] that reads stdin for [Stdin]. Its reads from a terminal or a pipe
// fail when ctx ends.
func NewReader(ctx context.Context, stdin io.Reader) *Reader {
	return &Reader{stdin: stdin, interrupt: ctx}
}

// Source reads a document of at most [MaxDocument] bytes.
func (r *Reader) Source(path string) (document.Source, error) {
	data, err := r.Read(path, MaxDocument)
	if err != nil {
		return document.Source{}, err
	}
	return SourceOf(path, data), nil
}

// Read returns the content of a file of at most limit bytes. Its error is a [*problem.Problem] with
// the code [problem.FileNotReadable] that names the file.
func (r *Reader) Read(path string, limit int64) ([]byte, error) {
	if path != Stdin {
		return r.await(func() ([]byte, error) { return readFile(path, limit) })
	}
	if r.spent {
		return nil, problem.New(problem.UsageError,
			"Standard input (-) can be read for one document only; name a file for the other.")
	}
	r.spent = true
	return r.await(func() ([]byte, error) { return bounded(Stdin, r.stdin, limit) })
}

// await returns the result of read, or the error of the context if the context ends first. A pipe
// without a writer may block for an unlimited time.
func (r *Reader) await(read func() ([]byte, error)) ([]byte, error) {
	type answer struct {
		data []byte
		err  error
	}
	done := make(chan answer, 1)
	go func() {
		data, err := read()
		done <- answer{data, err}
	}()
	select {
	case a := <-done:
		return a.data, a.err
	case <-r.interrupt.Done():
		return nil, r.interrupt.Err()
	}
}

func readFile(path string, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return nil, unreadable(path, err)
	}
	if info.IsDir() {
		return nil, refuse(path, "is a folder; name a file")
	}
	return bounded(path, file, limit)
}

func bounded(path string, from io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(from, limit+1))
	switch {
	case err != nil:
		return nil, unreadable(path, err)
	case int64(len(data)) > limit:
		return nil, refuse(path, "is over %d bytes, the most that is read", limit)
	}
	return data, nil
}

// unreadable returns the error for a path that cannot be read, with the cause in plain words.
func unreadable(path string, err error) *problem.Problem {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return refuse(path, "does not exist; check the path").Because(err)
	case errors.Is(err, fs.ErrPermission):
		return refuse(path, "may not be read by this user; check its permissions").Because(err)
	}
	var detail *fs.PathError
	if errors.As(err, &detail) {
		err = detail.Err
	}
	return refuse(path, "cannot be read: %v", err).Because(err)
}

// Clean returns an argument in the form that [Expand] returns.
func Clean(argument string) string {
	if argument == Stdin {
		return Stdin
	}
	return filepath.Clean(argument)
}

// SourceOf returns data, without a byte order mark, as the [document.Source] of a file.
func SourceOf(path string, data []byte) document.Source {
	return document.Source{Name: path, Format: document.FormatOf(path, data), Data: document.WithoutMark(data)}
}
