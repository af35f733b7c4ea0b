package api

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// plainHost matches a host that needs no quotes in a shell: pages print it in commands that readers
// copy.
var plainHost = regexp.MustCompile(`^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?$`)

// ParseAddress returns the API's address without a trailing slash. The error says how to write an
// address.
func ParseAddress(text string) (string, error) {
	u, err := url.Parse(strings.TrimSuffix(text, "/"))
	switch {
	case err != nil, u.Scheme != "http" && u.Scheme != "https", !plainHost.MatchString(u.Host):
		return "", fmt.Errorf("%q is not the address of an API; write http:// or https:// and a host, such as http://127.0.0.1:8080", text)
	case u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || u.ForceQuery:
		return "", fmt.Errorf("%q says more than a host and a port; write only these, such as http://127.0.0.1:8080", text)
	}
	return u.Scheme + "://" + u.Host, nil
}
