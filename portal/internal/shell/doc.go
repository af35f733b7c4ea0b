// Package shell is the frame of every page: the sidebar, the bar that says what
// is installed, the theme, the error pages and the guards that stand before all
// of them. Pages register themselves as a Page; the shell routes to them, makes
// the frame around their content and sends the result whole.
//
// A page is a folder under internal/page with three things side by side: a
// struct, a template that defines "content" and shows the struct, and handlers.
// Parse ties the template to the struct; a handler ends with the template's
// Answer, with SeeOther, or with an error, which becomes an error page. New in
// that folder returns the Page, and one line in portal.go registers it. Links to
// it (Visit.Link) appear on other pages as soon as it is registered.
package shell
