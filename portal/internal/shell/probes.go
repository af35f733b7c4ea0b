package shell

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// readyTime bounds how long a probe waits for the API, which answers its own within
// 1.5 s: a probe is to be answered within 2 s.
const readyTime = 1900 * time.Millisecond

// probe is the answer to whoever watches the process. Code and Detail say why it is
// not ready.
type probe struct {
	Status string `json:"status"`
	Code   string `json:"code,omitempty"`
	Detail string `json:"detail,omitempty"`
}

// health says that the process runs; it asks nobody else.
func (s *Shell) health(w http.ResponseWriter, _ *http.Request) {
	s.answerProbe(w, http.StatusOK, probe{Status: "ok"})
}

// ready says whether pages can be shown: the API answers and is ready itself.
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
