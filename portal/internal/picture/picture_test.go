package picture_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jba/templatecheck"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/picture"
)

var update = flag.Bool("update", false, "write the golden files anew")

var parsed = template.Must(template.New("page").Parse(picture.Parts + `{{define "page"}}{{template "picture" .}}{{end}}`))

func drawn(t *testing.T, resources []request.Resource) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, parsed.ExecuteTemplate(&b, "page", picture.Draw(resources)))
	return b.String()
}

func resource(address, parent string, controls ...request.Control) request.Resource {
	return request.Resource{Address: address, Type: "aws_" + address, Name: address + "-name", Parent: parent, Controls: controls}
}

func TestTemplateFitsItsStruct(t *testing.T) {
	require.NoError(t, templatecheck.CheckHTML(parsed.Lookup("page"), &picture.Picture{}))
}

// TestGoldens compares the pictures of what the two adapters declare for one
// request with their golden files.
func TestGoldens(t *testing.T) {
	for _, provider := range []string{"provider_a", "provider_b"} {
		document, err := os.ReadFile(filepath.Join("testdata", provider+".json"))
		require.NoError(t, err)
		var resources []request.Resource
		require.NoError(t, json.Unmarshal(document, &resources))
		svg, golden := drawn(t, resources), filepath.Join("testdata", provider+".svg")
		if *update {
			require.NoError(t, os.WriteFile(golden, []byte(svg), 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		require.Equal(t, string(want), svg, "%s; go test -update writes it anew", provider)
		p := picture.Draw(resources)
		inside(t, p)
		require.LessOrEqual(t, p.Width, 944, "it fits beside the navigation at 1280")
		for _, r := range resources {
			require.True(t, slices.ContainsFunc(p.Boxes, func(b picture.Box) bool {
				return slices.Contains(strings.Split(b.Whole, "\n"), r.Address)
			}), "%s is in no box", r.Address)
		}
	}
}

// TestAlikeShareABox holds resources apart that differ in kind, controls or place,
// or that hold others.
func TestAlikeShareABox(t *testing.T) {
	like := func(address, kind, parent string, controls ...request.Control) request.Resource {
		return request.Resource{Address: address, Type: kind, Name: address, Parent: parent, Controls: controls}
	}
	p := picture.Draw([]request.Resource{
		like("net", "aws_vpc", ""), like("one", "aws_rule", "net"), like("two", "aws_rule", "net"), like("elsewhere", "aws_rule", ""),
		like("kept", "aws_rule", "net", request.PrivateCluster), like("holder", "aws_rule", "net"), like("held", "aws_rule", "holder"),
	})
	var boxes []string
	for _, b := range p.Boxes {
		boxes = append(boxes, b.Whole)
	}
	require.ElementsMatch(t, []string{"net", "one\ntwo", "elsewhere", "kept", "holder", "held"}, boxes)
}

func TestNothingToDraw(t *testing.T) { require.Nil(t, picture.Draw(nil)) }

func TestSameResourcesGiveTheSamePicture(t *testing.T) {
	resources := []request.Resource{
		resource("net", ""), resource("subnet", "net", request.PrivateCluster), resource("vm", "subnet", request.AllControls()...),
	}
	first := drawn(t, resources)
	for range 20 {
		require.Equal(t, first, drawn(t, slices.Clone(resources)))
	}
	require.Contains(t, first, `aria-label="Picture of 3 resources in 1 outer box. The table lists them all."`)
	require.Equal(t, 4, strings.Count(first, ">least privilege<")+strings.Count(first, ">encrypted<")+
		strings.Count(first, ">logged<")+strings.Count(first, ">private<")-1)
}

// inside holds every box within the picture, and boxes that share a parent apart.
func inside(t *testing.T, p *picture.Picture) {
	t.Helper()
	for i, b := range p.Boxes {
		require.LessOrEqual(t, b.X+b.Width, p.Width)
		require.LessOrEqual(t, b.Y+b.Height, p.Height)
		for _, other := range p.Boxes[i+1:] {
			apart := b.X+b.Width <= other.X || other.X+other.Width <= b.X || b.Y+b.Height <= other.Y || other.Y+other.Height <= b.Y
			within := other.X > b.X && other.X+other.Width < b.X+b.Width && other.Y > b.Y && other.Y+other.Height < b.Y+b.Height
			require.True(t, apart || within, "%s and %s overlap", b.Whole, other.Whole)
		}
	}
}

func TestAHundredResourcesStandApart(t *testing.T) {
	var resources []request.Resource
	for i := range 100 {
		parent := ""
		if i%4 != 0 {
			parent = fmt.Sprintf("r%d", i/4*4)
		}
		resources = append(resources, resource(fmt.Sprintf("r%d", i), parent, request.AllControls()[:i%5]...))
	}
	p := picture.Draw(resources)
	require.Len(t, p.Boxes, 100)
	inside(t, p)
	require.LessOrEqual(t, p.Width, 944, "it fits beside the navigation at 1280")
}

func TestOddParents(t *testing.T) {
	odd := []request.Resource{
		resource("a", "b"), resource("b", "a"), resource("self", "self"), resource("orphan", "nowhere"), resource("of-circle", "a"),
	}
	p := picture.Draw(odd)
	require.Len(t, p.Boxes, 5)
	inside(t, p)

	var chain []request.Resource
	for i := range 100 {
		chain = append(chain, resource(fmt.Sprintf("r%d", i), fmt.Sprintf("r%d", i-1)))
	}
	inside(t, picture.Draw(chain))
}

func TestHostileNames(t *testing.T) {
	hostile := `"><script>alert(1)</script>` + "\u202e" + strings.Repeat("w", 500)
	svg := drawn(t, []request.Resource{{Address: hostile, Type: hostile, Name: hostile, Controls: []request.Control{request.Control(hostile)}}})
	require.NotContains(t, svg, "<script")
}
