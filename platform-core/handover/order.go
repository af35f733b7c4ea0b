package handover

import "regexp"

var (
	// block is a resource, a data source or a group of local values in formatted Terraform.
	block = regexp.MustCompile(`(?ms)^(resource|data|locals)(?: "(\w+)" "(\w+)")? \{\n(.*?)^\}`)
	// local starts a local value.
	local     = regexp.MustCompile(`(?m)^  (\w+) += `)
	reference = regexp.MustCompile(`\b(?:data\.\w+|\w+)\.\w+`)
	remark    = regexp.MustCompile(`(?m)^ *#.*$`)
	isFirst   = regexp.MustCompile(`(?m)^ +create_before_destroy += true$`)
)

// createdFirst returns the resources of a main.tf that Terraform makes anew before it destroys the old ones: the
// resources with create_before_destroy, and all resources on which they depend.
func createdFirst(root string) map[string]bool {
	uses, queue := map[string][]string{}, []string{}
	for _, b := range block.FindAllStringSubmatch(remark.ReplaceAllString(root, ""), -1) {
		kind, name, body := b[1], b[2]+"."+b[3], b[4]
		if kind == "locals" {
			starts := local.FindAllStringSubmatchIndex(body, -1)
			for i, at := range starts {
				end := len(body)
				if i+1 < len(starts) {
					end = starts[i+1][0]
				}
				uses["local."+body[at[2]:at[3]]] = reference.FindAllString(body[at[1]:end], -1)
			}
			continue
		}
		if kind == "data" {
			name = "data." + name
		}
		uses[name] = reference.FindAllString(body, -1)
		if isFirst.MatchString(body) {
			queue = append(queue, name)
		}
	}
	found := map[string]bool{}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if !found[name] {
			found[name] = true
			queue = append(queue, uses[name]...)
		}
	}
	return found
}
