package shell

import (
	"errors"
	"fmt"
	"net/http"

	"platform.internal/platform-core/problem"
	"platform.internal/portal/internal/api"
)

// ErrorPage says what happened, why, and what to do next. It is an error, so that a [Handler] can
// return it.
type ErrorPage struct {
	Status  int
	Code    string
	Heading string
	Reason  string
	Next    string
	// Retry means that another request for the same page can succeed.
	Retry bool
	// Faults are the faults of the input.
	Faults []problem.Fault
	// Again is the address for Retry. If it is empty, the shell uses the address of the page.
	Again string
	// Link is an address for Next, shown next to a link to the dashboard.
	Link Link
}

// Link is an address with its text.
type Link struct{ Path, Text string }

// Error returns the code and the reason.
func (t *ErrorPage) Error() string { return t.Code + ": " + t.Reason }

// Reason returns the reason on the [ErrorPage] for err. apiAddress is the address of the API.
func Reason(err error, apiAddress string) string { return errorPageOf(err, apiAddress).Reason }

// errorPageOf returns the error page for err. The page names apiAddress if the API does not answer.
func errorPageOf(err error, apiAddress string) *ErrorPage {
	var page *ErrorPage
	var refusal *problem.Problem
	var failure *api.Failure
	switch {
	case errors.As(err, &page):
		return page
	case errors.As(err, &refusal):
		return refused(refusal)
	case errors.As(err, &failure):
		return failed(failure, apiAddress)
	}
	return &ErrorPage{
		Status: http.StatusInternalServerError, Code: string(problem.InternalError), Heading: "The portal failed",
		Reason: "Something in the portal went wrong while it made this page.",
		Next:   "Try again. If it stays so, the portal's log says why.", Retry: true,
	}
}

// refused returns the page for a problem that the API sent.
func refused(p *problem.Problem) *ErrorPage {
	t := &ErrorPage{
		Status: p.Code.Status(), Code: string(p.Code), Heading: p.Code.Title(), Reason: p.Detail, Faults: p.Faults,
		Next: "Go back and change what the reason names.",
	}
	switch {
	case p.Code == problem.InstallationRequired || p.Code == problem.InstallationNotFound:
		t.Heading = "No installation any more"
		t.Reason = "The platform has no installation: it keeps everything in memory, and a restart loses it."
		t.Next = "Set it up again, then send the request again: your browser's Back may bring the form with what you wrote. The same values give the same ID."
		t.Link = Link{setupPath, "Set up the platform"}
	case p.Code == problem.RequestNotFound:
		t.Reason = "The platform has no request with this ID: it keeps requests in memory, and a restart loses them."
		t.Next = "Send the request again: your browser's Back may bring the form with what you wrote, or fill in a new one. The same values give the same ID."
		t.Link = Link{"/requests/new", "New environment"}
	case t.Status >= http.StatusInternalServerError:
		t.Next, t.Retry = "Try again in a moment. If it stays so, the platform's log says why.", true
	case t.Status == http.StatusNotFound:
		t.Next = "Start again from the dashboard."
	}
	return t
}

// failed returns the page for a call without a usable response.
func failed(f *api.Failure, apiAddress string) *ErrorPage {
	t := &ErrorPage{
		Status: f.Status, Code: f.Code, Retry: true, Heading: "The platform API is not available",
		Reason: fmt.Sprintf("No answer came from %s.", apiAddress),
		Next:   "Check that platform-server runs at that address, then try again.",
	}
	if f.Code == api.CodeNotUnderstood {
		t.Heading = "The platform API gave no usable answer"
		t.Reason = fmt.Sprintf("What answers at %s is not this release's platform API.", apiAddress)
		t.Next = "Check the address that the portal was started with (--api), then try again."
	}
	return t
}

// Notice says that a part of a page could not be read.
type Notice struct {
	Heading string
	Reason  string
	Next    string
	Code    string
	// Again is the address that loads the page again.
	Again string
}

// Notice returns a [Notice] for err, or nil if err is nil.
func (v *Visit) Notice(heading string, err error) *Notice {
	if err == nil {
		return nil
	}
	t := errorPageOf(err, v.API.Address())
	return &Notice{Heading: heading, Reason: t.Reason, Next: t.Next, Code: t.Code, Again: v.returnPath()}
}
