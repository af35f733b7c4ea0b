// Package shell is the frame of every page: the sidebar, the bar with the installation, the theme
// and the error pages. It also contains the checks that run before every page.
//
// A page is a folder under internal/page with a struct, a template and handlers. The template
// defines "content" and shows the struct; [Parse] ties them together. A [Handler] returns the
// answer of [Template.Answer] or [SeeOther]. If it returns an error, the shell shows an error page.
// New in that folder returns the [Page], and one line in portal.go registers it. Other pages link
// to it with [Visit.Link], which returns its path only if it is registered.
//
// [New] returns the handler of all registered pages.
package shell
