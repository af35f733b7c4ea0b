// Package requesthandover is the command `platform request handover`, which [New] returns. It
// verifies a bundle and writes it into the working tree of a repository as a [handover.Handover].
package requesthandover

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/command/requestverify"
	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

type options struct {
	repo  string
	on    string
	patch string
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{}
	c := inv.Command("request handover", o.run)
	inv.TakesProfile(c)
	host.FolderFlag(c, "repo", &o.repo, "write into the working tree in `DIR`")
	host.OnFlag(c, &o.on)
	host.PathFlag(c, "patch", &o.patch, "also write the change to `FILE`, for git am")
	return c
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	if o.repo == "" {
		return nil, problem.New(problem.UsageError,
			"The flag --repo is missing. Name the folder of a working tree, such as --repo .")
	}
	on, err := host.Day("on", o.on)
	if err != nil {
		return nil, err
	}
	if o.patch != "" {
		if o.patch == fileio.Stdin || strings.HasSuffix(o.patch, "/") || fileio.IsFolder(o.patch) {
			return nil, problem.New(problem.UsageError,
				"--patch %s is not the path of a file. Write the path of a new file, such as change.patch.", o.patch)
		}
		if err := fileio.CheckNew(o.patch); err != nil {
			return nil, err
		}
		if err := fileio.CheckOutside(o.patch, o.repo); err != nil {
			return nil, err
		}
	}
	claim, err := requestverify.ReadClaim(inv, args[0])
	if err != nil {
		return nil, err
	}
	s, err := inv.Session(ctx)
	if err != nil {
		return nil, err
	}
	verified, err := requestverify.Verify(ctx, s, claim, on)
	if err != nil {
		return nil, err
	}
	if !verified.Verified {
		return inv.Answer(verified, problem.ExitDenied, verified.Lines(), verified.Lines())
	}
	tree, err := fileio.ReadTree(o.repo, handover.Concerns(*verified.Derived()))
	if err != nil {
		return nil, err
	}
	h, err := handover.New(*verified.Derived(), tree.Tree)
	if err != nil {
		return nil, err
	}
	return o.write(inv, tree, h, verified.PolicyDate)
}

// write writes the hand-over, and the patch if there is a change. It fails if a file is protected, and leaves no patch
// then.
func (o *options) write(
	inv *host.Invocation, tree fileio.Tree, h *handover.Handover, day request.Date,
) (*host.Result, error) {
	if err := tree.Protects(h); err != nil {
		return nil, err
	}
	patch, err := h.Patch(day)
	if err != nil {
		return nil, err
	}
	withPatch := len(patch) > 0 && o.patch != ""
	if withPatch {
		if err := fileio.WriteNew(o.patch, patch); err != nil {
			return nil, err
		}
	}
	if err := tree.Write(h); err != nil {
		if withPatch {
			fileio.Discard(o.patch)
		}
		return nil, err
	}
	lines := prose.Lines("handover", h.Document)
	return inv.Answer(h.Document, problem.ExitDone, lines, lines)
}
