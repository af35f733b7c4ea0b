package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"

	"platform.internal/platform-core/problem"
)

// Report says why the program called name could not do its work, with a line for each fault
// of a file, and returns the exit code. File is the one that faults without a file are of.
func (l Log) Report(name, file string, err error) (exit int) {
	p := problem.From(err)
	if l.format == JSON {
		attributes := p.Attributes()
		for _, f := range p.Faults {
			attributes = append(attributes, slog.String("fault", fault(f, file)))
		}
		l.LogAttrs(context.Background(), slog.LevelError, "cannot serve", attributes...)
		return p.Code.Exit()
	}
	l.Say("%s: %s: %s", name, p.Code, p.Detail)
	for _, f := range p.Faults {
		if f.Line > 0 || f.File != "" {
			l.Say("  %s", fault(f, file))
		}
	}
	if p.Cause != nil {
		l.Say("  cause: %v", p.Cause)
	}
	return p.Code.Exit()
}

// fault is a line as compilers write them, which editors follow: FILE:LINE:COLUMN: CODE: MESSAGE.
func fault(f problem.Fault, file string) string {
	at := []string{cmp.Or(f.File, file)}
	for _, n := range []int{f.Line, f.Column} {
		if n > 0 {
			at = append(at, strconv.Itoa(n))
		}
	}
	return fmt.Sprintf("%s: %s: %s %s", strings.Join(at, ":"), f.Code, f.Field, f.Message)
}

// listening makes a problem for people of an address that cannot be listened on.
func listening(flag, address string, err error) error {
	var refused *net.OpError
	if errors.As(err, &refused) && refused.Op == "listen" {
		return problem.New(problem.UsageError, "Cannot listen on %s: %v. Choose another address with %s HOST:PORT.", address, refused.Err, flag)
	}
	return err
}
