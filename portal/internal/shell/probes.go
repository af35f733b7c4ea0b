package shell

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
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
func (s *Shell) health(w http.ResponseWriter, _ *http.Request) {
	s.answerProbe(w, http.StatusOK, probe{Status: "ok"})
}

// ready reports whether the portal can show pages, which requires a ready API.
func (s *Shell) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTime)
	defer cancel()
	err := s.api.Ready(ctx)
	if err == nil {
		s.answerProbe(w, http.StatusOK, probe{Status: "ready"})
		return
	}
	why := errorPageOf(err, s.api.Address())
	s.answerProbe(w, http.StatusServiceUnavailable, probe{"not ready", why.Code, why.Reason})
}

func (s *Shell) answerProbe(w http.ResponseWriter, status int, p probe) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(p); err != nil {
		s.logger.Debug("probe", "error", err)
	}
}
