package portaltest

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

// Page is a parsed page. Create it with [Parse].
type Page struct {
	t    *testing.T
	root *html.Node
}

// Parse parses a page. The test fails if the page breaks a rule for structure, references, security
// policy or words.
func Parse(t *testing.T, source string) *Page {
	t.Helper()
	root, err := html.Parse(strings.NewReader(source))
	require.NoError(t, err)
	p := &Page{t, root}
	p.checkStructure()
	p.checkReferences()
	p.checkPolicy()
	p.checkWords()
	return p
}

// All returns the HTML elements with the name, in the order of the page. It omits elements inside
// an SVG.
func (p *Page) All(name string) []*html.Node {
	var found []*html.Node
	for n := range p.root.Descendants() {
		if n.Type == html.ElementNode && n.Namespace == "" && n.Data == name {
			found = append(found, n)
		}
	}
	return found
}

// Text returns the text of an element with collapsed white space.
func Text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Text returns the text of the page's main element.
func (p *Page) Text() string { return Text(p.All("main")[0]) }

// Contains requires each of the words in the page's main element.
func (p *Page) Contains(words ...string) {
	p.t.Helper()
	for _, word := range words {
		require.Contains(p.t, p.Text(), word)
	}
}

// Lacks requires that none of the words is in the page's main element.
func (p *Page) Lacks(words ...string) {
	p.t.Helper()
	for _, word := range words {
		require.NotContains(p.t, p.Text(), word)
	}
}

// Links returns the addresses of all links.
func (p *Page) Links() (addresses []string) {
	for _, link := range p.All("a") {
		addresses = append(addresses, Attribute(link, "href"))
	}
	return addresses
}

// LinksTo requires a link to each of the addresses.
func (p *Page) LinksTo(addresses ...string) {
	p.t.Helper()
	require.Subset(p.t, p.Links(), addresses)
}

// Texts returns the [Text] of each element with the name.
func (p *Page) Texts(name string) []string {
	var texts []string
	for _, n := range p.All(name) {
		texts = append(texts, Text(n))
	}
	return texts
}

// Attribute returns the value of an attribute, or an empty text if there is none; see [Has].
func Attribute(n *html.Node, name string) string {
	if i := indexOf(n, name); i >= 0 {
		return n.Attr[i].Val
	}
	return ""
}

func indexOf(n *html.Node, name string) int {
	return slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// checkStructure checks the page's landmarks, title, headings and table headers.
func (p *Page) checkStructure() {
	p.t.Helper()
	for _, once := range []string{"title", "header", "nav", "main", "h1"} {
		require.Len(p.t, p.All(once), 1, "<%s> must be there once", once)
	}
	const platform, longest = " – Self-Service Environment Platform", 70
	title, ok := strings.CutSuffix(Text(p.All("title")[0]), platform)
	require.NotEmpty(p.t, title)
	require.Equal(p.t, utf8.RuneCountInString(title+platform) <= longest, ok, title)
	require.Equal(p.t, "en", Attribute(p.All("html")[0], "lang"))
	require.Equal(p.t, "-1", Attribute(p.All("main")[0], "tabindex"))
	require.Equal(p.t, "#main", Attribute(p.All("a")[0], "href"), "the first link is the skip link")
	for _, cell := range p.All("th") {
		require.NotEmpty(p.t, Attribute(cell, "scope"), Text(cell))
	}
}

// checkReferences checks that every ID is unique and every reference names an ID.
func (p *Page) checkReferences() {
	p.t.Helper()
	known := map[string]bool{}
	for n := range p.root.Descendants() {
		if id := Attribute(n, "id"); id != "" {
			require.False(p.t, known[id], "the ID %s is there twice", id)
			known[id] = true
		}
	}
	for n := range p.root.Descendants() {
		for _, name := range []string{"aria-labelledby", "aria-describedby", "aria-controls", "for"} {
			for id := range strings.FieldsSeq(Attribute(n, name)) {
				require.True(p.t, known[id], "%s names %s, which is not there", name, id)
			}
		}
	}
}

// checkPolicy checks that the page contains only what its content security policy allows.
func (p *Page) checkPolicy() {
	p.t.Helper()
	for n := range p.root.Descendants() {
		for _, a := range n.Attr {
			require.NotEqual(p.t, "style", a.Key, "no inline style")
			require.False(p.t, strings.HasPrefix(a.Key, "on"), "no inline script: %s", a.Key)
			if a.Key == "href" || a.Key == "src" || a.Key == "action" {
				require.Regexp(p.t, `^(/([^/\\].*)?|#.*)$`, a.Val, "links stay in the portal")
			}
		}
	}
	require.Empty(p.t, p.All("style"))
	for _, script := range p.All("script") {
		require.Empty(p.t, Text(script))
		require.NotEmpty(p.t, Attribute(script, "src"))
	}
}

var (
	unkind     = regexp.MustCompile(`(?i)\b(please|sorry|invalid|oops)\b`)
	dangerous  = regexp.MustCompile(`(?i)\b(plan|apply|drift|rollback|destroy)\b`)
	controlTag = []string{"a", "button", "input", "select", "summary"}
)

// harmless matches control names with a dangerous word that only fill in a form.
var harmless = regexp.MustCompile(`Apply (the fix|fix [1-3]|all|[1-9] changes)`)

// name returns the name of a control: its label if it has one.
func (p *Page) name(control *html.Node) string {
	id := Attribute(control, "id")
	for _, label := range p.All("label") {
		if id != "" && Attribute(label, "for") == id || control.Parent == label {
			return Text(label)
		}
	}
	if text := Text(control) + Attribute(control, "aria-label"); text != "" {
		return strings.TrimSpace(harmless.ReplaceAllString(text, "The fix"))
	}
	return Attribute(control, "value")
}

// checkWords checks the words of the page and the names of its controls.
func (p *Page) checkWords() {
	p.t.Helper()
	require.NotRegexp(p.t, unkind, Text(p.root))
	for _, name := range controlTag {
		for _, control := range p.All(name) {
			if Attribute(control, "type") == "hidden" {
				continue
			}
			label := p.name(control)
			require.NotRegexp(p.t, dangerous, label)
			require.NotEmpty(p.t, label, "a control without a name: <%s>", name)
		}
	}
}

// Has reports whether an element has an attribute, with any value.
func Has(n *html.Node, name string) bool { return indexOf(n, name) >= 0 }
