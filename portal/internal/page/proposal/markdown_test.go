package proposal

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHTML(t *testing.T) {
	for name, c := range map[string]struct{ in, out string }{
		"a list to tick off":       {"- [ ] The owner knows.\n", "<ul>\n<li class=\"todo\"><label><input type=\"checkbox\"> <span>The owner knows.</span></label></li>\n</ul>\n"},
		"no link":                  {"[here](https://evil.example) <https://evil.example>\n", "<p>here https://evil.example</p>\n"},
		"no script":                {"<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n", "\n\n"},
		"no image":                 {"![x](https://evil.example/x.png)\n", "<p></p>\n"},
		"text that looks like one": {"`<table>` &lt;table&gt; &lt;th&gt;\n", "<p><code>&lt;table&gt;</code> &lt;table&gt; &lt;th&gt;</p>\n"},
		"a block of text":          {"```text\n<b>\n```\n", "<pre><code>&lt;b&gt;\n</code></pre>\n"},
	} {
		html, err := markdownHTML(c.in, "Review")
		require.NoError(t, err)
		require.Equal(t, c.out, string(html), name)
	}
}

func TestTablesAreRegionsWithNames(t *testing.T) {
	html, err := markdownHTML("## Cost \"&\" `budget`\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n", "Review")
	require.NoError(t, err)
	require.Contains(t, string(html), `<div role="group" class="scroll" tabindex="0" aria-label="Cost &#34;&amp;&#34; budget, table"><table>`)
	require.Contains(t, string(html), `<th scope="col">A</th>`)
	require.Contains(t, string(html), `</table></div>`)
}
