package server

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
)

// held is a client that takes nothing until it is let go.
type held struct {
	*httptest.ResponseRecorder
	release <-chan struct{}
}

func (h held) Write(p []byte) (int, error) {
	<-h.release
	return h.ResponseRecorder.Write(p)
}

// TestAnswersThatAreMadeForACallAreBounded: what is not the service's own bytes is
// in memory until its reader has it. Small answers are never refused.
func TestAnswersThatAreMadeForACallAreBounded(t *testing.T) {
	const mebibyte, fits = 1 << 20, 128
	synctest.Test(t, func(t *testing.T) {
		a := &api{logger: slog.New(slog.DiscardHandler), classes: newClasses()}
		release := make(chan struct{})
		serve := func(w http.ResponseWriter, method string, h handler) {
			a.handle(a.classes.evaluations, h)(w, httptest.NewRequestWithContext(t.Context(), method, "/", nil))
		}
		// The bytes are not there, so that the test is quick.
		makes := func(n int) handler {
			return func(*http.Request) (answer, error) {
				return answer{status: http.StatusOK, body: whole([]byte("{}")), made: n}, nil
			}
		}
		refuses := func(*http.Request) (answer, error) {
			return answer{}, problem.New(problem.AdapterContractViolation, "%s", strings.Repeat("x", mebibyte))
		}
		status := func(method string, h handler) int {
			w := httptest.NewRecorder()
			serve(w, method, h)
			return w.Code
		}
		var readers sync.WaitGroup
		for range fits {
			readers.Go(func() { serve(held{httptest.NewRecorder(), release}, http.MethodPost, makes(mebibyte)) })
		}
		synctest.Wait()
		refused := httptest.NewRecorder()
		serve(refused, http.MethodPost, makes(mebibyte))
		assert.Equal(t, http.StatusServiceUnavailable, refused.Code)
		assert.Contains(t, refused.Body.String(), problem.Overloaded)
		assert.Equal(t, "5", refused.Header().Get("Retry-After"))
		assert.Equal(t, http.StatusServiceUnavailable, status(http.MethodPost, refuses), "a long refusal, too")
		assert.Equal(t, http.StatusOK, status(http.MethodPost, makes(16<<10)))
		assert.Equal(t, http.StatusOK, status(http.MethodHead, makes(mebibyte)), "it has no body")
		close(release)
		readers.Wait()
		assert.Equal(t, http.StatusOK, status(http.MethodPost, makes(mebibyte)))
		assert.Equal(t, http.StatusBadGateway, status(http.MethodPost, refuses))
	})
}

// TestWhatIsMadeForACallIsCounted, and what is the service's own is not.
func TestWhatIsMadeForACallIsCounted(t *testing.T) {
	out, err := encode("text")
	require.NoError(t, err)
	assert.Equal(t, len("\"text\"\n"), out.made)
	assert.Zero(t, encoded(http.StatusOK, []byte("stored")).made)
}
