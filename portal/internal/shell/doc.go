// Package shell is the frame of every page: the sidebar, the bar that says what
// is installed, the theme, the error pages and the guards that stand before all
// of them. Pages register themselves as a Page; the shell routes to them, makes
// the frame around their content and sends the result whole.
package shell
