package shell

import (
	"context"
	"net/http"
	"time"

	"platform.internal/portal/internal/api"
)

// readyTime limits how long a probe waits for the API. A probe must answer within 2 s; the API
// answers its own probe within 1.5 s.
const readyTime = 1900 * time.Millisecond

// probe is the answer to a health or readiness probe. Code and Detail say why the portal is not
// ready.
type probe struct {
	Status string `json:"status"`
	Code   string `json:"code,omitempty"`
	Detail string `json:"detail,omitempty"`
}

// health reports that the process runs. It does not call the API.
func health(w http.ResponseWriter, _ *http.Request) {
	answerProbe(w, http.StatusOK, probe{Status: "ok"})
}

// ready reports whether the portal can show pages, which requires a ready API.
func (s *shell) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTime)
	defer cancel()
	err := s.API.Ready(ctx)
	if err == nil {
		answerProbe(w, http.StatusOK, probe{Status: "ready"})
		return
	}
	why := errorPageOf(err, s.API.Address())
	answerProbe(w, http.StatusServiceUnavailable, probe{"not ready", string(why.Code), why.Reason})
}

func answerProbe(w http.ResponseWriter, status int, p probe) {
	sendBytes(w, status, JSON, append(api.Encode(p), '\n'))
}
