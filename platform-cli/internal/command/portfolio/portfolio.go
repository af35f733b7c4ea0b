// Package portfolio is the command `platform portfolio`, which [New] returns. It adds up the environments of files, or
// of a repository: networks, costs and days.
package portfolio

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

type options struct {
	on, until, pool, free, csv string
	force                      bool
}

// defaultDays is how many days the command looks ahead.
const defaultDays = 90

// maxDays limits the days that are looked ahead. No rule of the platform looks ahead more than three years.
const maxDays = 1200

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{}
	c := inv.Command("portfolio", o.run)
	inv.TakesProfile(c)
	host.OnFlag(c, &o.on)
	c.Flags().StringVar(&o.until, "until", "", "look ahead until this `DATE` (YYYY-MM-DD) instead of 90 days")
	c.Flags().StringVar(&o.pool, "pool", "", "look for free ranges in this `CIDR`, such as 10.0.0.0/8")
	c.Flags().StringVar(&o.free, "free", "", "the prefix `LENGTHS` of the free ranges, such as 20,22")
	host.PathFlag(c, "csv", &o.csv, "also write a row for each environment to `FILE`")
	host.ForceFlag(c, &o.force)
	return c
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	q, err := o.question()
	if err != nil {
		return nil, err
	}
	if o.csv != "" {
		if err := fileio.CheckFile(o.csv, o.force); err != nil {
			return nil, err
		}
	}
	files, live, err := fileio.ExpandInForce(args, inv.Profile)
	if err != nil {
		return nil, err
	}
	s, err := inv.Session(ctx)
	if err != nil {
		return nil, err
	}
	if err := o.days(inv, s, &q); err != nil {
		return nil, err
	}
	q.Ranges, q.Defaults = s.Installed.Ranges()
	b, err := collected(ctx, inv, s, files, live, q)
	if err != nil {
		return nil, err
	}
	p := b.Build(q)
	if o.csv != "" {
		if err := fileio.Write(o.csv, rows(p), o.force); err != nil {
			return nil, err
		}
	}
	exit := problem.ExitDone
	if p.Fails() {
		exit = problem.ExitDenied
	}
	lines := text(p, q)
	return inv.Answer(p, exit, lines, lines)
}

// question returns the question of the flags, without what depends on the profile.
func (o *options) question() (q portfolio.Question, err error) {
	if q.On, err = host.Day("on", o.on); err != nil {
		return q, err
	}
	if q.Until, err = host.Day("until", o.until); err != nil {
		return q, err
	}
	if (o.pool == "") != (o.free == "") {
		return q, problem.New(problem.UsageError,
			"The flags --pool and --free belong together; write --pool 10.0.0.0/8 --free 20,22.")
	}
	if o.pool == "" {
		return q, nil
	}
	if q.Pool, err = portfolio.ParsePool(o.pool); err != nil {
		return q, usage("--pool", o.pool, err)
	}
	for length := range strings.SplitSeq(o.free, ",") {
		n, err := portfolio.ParseLength(strings.TrimPrefix(strings.TrimSpace(length), "/"))
		if err != nil {
			return q, usage("--free", length, err)
		}
		q.Lengths = append(q.Lengths, n)
	}
	return q, nil
}

func usage(flag, text string, why error) error {
	return problem.New(problem.UsageError, "The flag %s does not take %q: it %v.", flag, problem.Excerpt(text, 40), why)
}

// days sets the days of the question that the flags leave out.
func (o *options) days(inv *host.Invocation, s *host.Session, q *portfolio.Question) error {
	q.On = cmp.Or(q.On, s.Installed.Profile.PolicyDate, request.DateOf(inv.Now()))
	if q.Until == "" {
		var err error
		q.Until, err = q.On.AddDays(defaultDays)
		return err
	}
	last, err := q.On.AddDays(maxDays)
	if err == nil && (q.Until < q.On || q.Until > last) {
		return usage("--until", o.until, fmt.Errorf("must be from %s to %s", q.On, last))
	}
	return err
}

// entry is the result for one file.
type entry struct {
	evaluated *service.Evaluated
	// live is true for the request of a live folder: its environment exists, whatever policy says today.
	live    bool
	changes []portfolio.Change
	err     error
}

// collected evaluates the files. Its error has the faults of all files that cannot be read.
func collected(
	ctx context.Context, inv *host.Invocation, s *host.Session, files []string, live map[string]bool, q portfolio.Question,
) (b portfolio.Builder, err error) {
	calendar, err := s.Calendar(ctx, q.On, q.Until)
	if err != nil {
		return b, err
	}
	var failed *problem.Problem
	fileio.Each(files, func(file string) (r entry) {
		document, err := fileio.ReadDocument(inv.Input, file)
		if err != nil {
			return entry{err: fileio.In(file, err)}
		}
		r.live = live[file]
		r.evaluated, r.err = s.Evaluate(ctx, document.Request(), service.EvaluateOptions{On: q.On, Brief: true})
		if r.err == nil {
			r.changes, r.err = calendar.Changes(ctx, r.evaluated)
		}
		return r
	}, func(r entry) {
		switch {
		case r.err == nil:
			e := r.evaluated
			b.Add(e.Record, r.live || e.Decision == request.Accepted || e.HasEnded(ctx), r.changes)
		case failed == nil:
			failed = host.AsProblem(r.err)
		default:
			failed.Faults = append(failed.Faults, host.AsProblem(r.err).Faults...)
		}
	})
	if failed != nil {
		return b, failed
	}
	return b, nil
}
