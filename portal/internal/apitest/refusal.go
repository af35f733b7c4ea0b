package apitest

import (
	"net/http"

	"platform.internal/platform-core/problem"
)

// Refusal answers with the problem unchanged.
func Refusal(p *problem.Problem) http.HandlerFunc {
	return encoded(p.Code.Status(), problem.MediaType, p)
}
