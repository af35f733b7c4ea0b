package adapter

import (
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// ClassTerms is what the class of the data decides inside a cluster.
type ClassTerms struct {
	// PodSecurity is the standard that the application's namespace enforces, by classification.
	PodSecurity Fact[map[string]string] `json:"pod_security"`
	// DefaultDeny are the directions of traffic that the namespace denies by default, by classification.
	DefaultDeny Fact[map[string][]string] `json:"default_deny"`
}

// ClassText says what a class decides, such as "pod security restricted; egress and ingress denied by default".
func (t ClassTerms) ClassText(class string) string {
	denied := "no traffic"
	if directions := t.DefaultDeny.Value[class]; len(directions) > 0 {
		denied = strings.ToLower(strings.Join(directions, " and "))
	}
	return "pod security " + t.PodSecurity.Value[class] + "; " + denied + " denied by default"
}

// EgressRule returns the advisory rule data.restricted-egress. It finds restricted data in an environment with a
// gateway of its own: the setting egress is not hub. gateway names it, such as "a NAT gateway".
// remediation names the settings of the hub. providerID is the prefix of the rule's ID.
func EgressRule(providerID, gateway, remediation string) NativeRule {
	return NativeRule{
		ID: providerID + ".data.restricted-egress", Field: request.ClassificationField, Level: profile.Advisory,
		Title:    "Restricted data leaves through the hub only",
		Expected: "the setting egress hub for restricted data",
		Reads:    []string{request.ClassificationField},
		// It has no suggestion, because internet egress is a setting of the profile.
		CheckInput: func(in Input) *Finding {
			if in.Request.DataClassification != request.Restricted || in.Setting("egress") == "hub" {
				return nil
			}
			return &Finding{
				Message: "Restricted data can leave to every address of the internet: the environment has " +
					gateway + " of its own.",
				Remediation: remediation,
			}
		},
	}
}
