package apitest

import (
	"net/http"

	"platform.internal/platform-core/problem"
)

// Refusal answers with a problem as it is.
func Refusal(p *problem.Problem) http.HandlerFunc {
	return encoded(p.Code.Status(), problem.MediaType, p)
}
