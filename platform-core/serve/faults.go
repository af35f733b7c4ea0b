package serve

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"strconv"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/terminal"
)

// Report logs why the program name failed, with the faults of files as the command shows them, and returns the exit
// code. file is the file of faults that name none.
func (l Log) Report(name, file string, err error) (exit int) {
	p := problem.From(err)
	faults := located(p.Faults, file)
	if l.format == JSON {
		attributes := p.Attributes()
		if len(faults) > 0 {
			attributes = append(attributes, slog.Any("faults", faults))
		}
		l.LogAttrs(context.Background(), slog.LevelError, "cannot serve", attributes...)
		return p.Code.Exit()
	}
	says := name + ": " + string(p.Code) + ": " + p.Detail
	if p.Code == problem.UsageError {
		says += helpOf(name)
	}
	lines := terminal.Wrap(says)
	lines = append(lines, terminal.FaultLines(faults)...)
	if fault := p.Fault(); fault != "" && len(faults) == 0 {
		lines = append(lines, "  fault: "+string(fault))
	}
	if p.Cause != nil {
		lines = append(lines, terminal.Wrap("  cause: "+p.Cause.Error())...)
	}
	for _, line := range lines {
		l.Say("%s", line)
	}
	return p.Code.Exit()
}

// located returns the faults that have a place in a file, each with its file.
func located(faults []problem.Fault, file string) (list []problem.Fault) {
	for _, f := range faults {
		if f.Line == 0 && f.File == "" {
			continue
		}
		f.File = cmp.Or(f.File, file)
		list = append(list, f)
	}
	return list
}

// listening returns a problem for an address that cannot be listened on.
func listening(flag, address string, err error) error {
	var refused *net.OpError
	if !errors.As(err, &refused) || refused.Op != "listen" {
		return err
	}
	reason := refused.Err
	var form *net.AddrError
	var unknown *net.DNSError
	switch {
	case errors.As(err, &form):
		reason = errors.New(form.Err) // without the address again
	case errors.As(err, &unknown):
	default:
		return problem.New(
			problem.AddressUnavailable,
			"Cannot listen on %s: %v. Choose another address with %s HOST:PORT.",
			address,
			refused.Err,
			flag,
		)
	}
	port := "8080"
	if _, err := strconv.ParseUint(address, 10, 16); err == nil {
		port = address
	}
	return problem.New(
		problem.UsageError,
		"Cannot listen on %s: %v. Write HOST:PORT, such as %s 127.0.0.1:%s.",
		address,
		reason,
		flag,
		port,
	)
}
