package providera

import (
	"fmt"
	"regexp"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// tagValue is what a tag may hold, of the characters that an owner may have:
// letters, digits and _.:/=+-@ (botocore 1.43.11, eks TagMap and iam
// tagValueType).
var tagValue = regexp.MustCompile(`^[A-Za-z0-9_.:/=+@-]*$`)

// The rule has no suggestion: only the team knows which other mailbox is its own.
var ownerTagValue = newRule(profile.Mandatory, "owner.tag-value", "owner",
	"The owner can be written as a tag",
	"an address of letters, digits and _ . : / = + - @ alone",
	func(request request.Request) *finding {
		if tagValue.MatchString(request.Owner) {
			return nil
		}
		return &finding{
			message:     fmt.Sprintf("The owner %s has a character that tags cannot hold, so nothing could be traced to it.", request.Owner),
			remediation: "Type another mailbox of the team, of letters, digits and _ . : / = + - @ alone, such as payments-team@example.com.",
		}
	})
