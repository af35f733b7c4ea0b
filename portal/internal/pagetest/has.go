package pagetest

import "golang.org/x/net/html"

// Has reports whether an element has an attribute, with any value.
func Has(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}
