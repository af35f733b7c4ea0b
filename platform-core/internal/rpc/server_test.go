package rpc

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// A host takes Unavailable for a crash and replaces the process, so no error of
// an adapter may become that code.
func TestStatusError(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	<-late.Done()
	unavailable := status.Error(codes.Unavailable, "mine")
	for name, c := range map[string]struct {
		ctx  context.Context
		err  error
		want codes.Code
	}{
		"no error":         {t.Context(), nil, codes.OK},
		"its own":          {t.Context(), errors.New("mine"), codes.Internal},
		"a status":         {t.Context(), unavailable, codes.Internal},
		"its own deadline": {t.Context(), context.DeadlineExceeded, codes.Internal},
		"cancelled":        {over, errors.New("stopped"), codes.Canceled},
		"too late":         {late, unavailable, codes.DeadlineExceeded},
		"a bad request":    {t.Context(), &FieldError{Field: "request"}, codes.InvalidArgument},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, status.Code(statusError(c.ctx, c.err))) })
	}
}
