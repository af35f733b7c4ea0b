package etcdstore

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"platform.internal/platform-core/problem"
)

// retryTime is how long a caller shall wait that finds the store away, in seconds.
const retryTime = 2

// unavailable is the error of a call of etcd, as a problem. The caller's own end stays that.
func unavailable(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	case errors.Is(err, rpctypes.ErrNoSpace):
		return full(err)
	}
	switch code(err) {
	case codes.PermissionDenied, codes.Unauthenticated, codes.InvalidArgument, codes.Unimplemented, codes.FailedPrecondition:
		return problem.New(problem.StoreUnavailable, "The shared store refuses this server. Its operator finds the reason in the server's log.").Because(err)
	}
	p := problem.New(problem.StoreUnavailable, "The shared store cannot be reached, or did not answer in time. Try again in %d s, with the same key.", retryTime).Because(err)
	p.RetryAfter = retryTime
	return p
}

// full is a database that has reached its quota.
func full(cause error) error {
	return problem.New(problem.CapacityExhausted, "The shared store is full: etcd has reached its quota. What is stored is still served. For new requests, its operator raises the quota.").Because(
		fmt.Errorf("compact and defragment etcd or raise its --quota-backend-bytes, and then clear the alarm with etcdctl alarm disarm: %w", cause))
}

// repeatable reports whether a call that failed may succeed when it is made again.
func repeatable(err error) bool {
	if errors.Is(err, rpctypes.ErrNoSpace) {
		return false
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	switch code(err) {
	case codes.Unavailable, codes.DeadlineExceeded, codes.ResourceExhausted, codes.Aborted:
		return true
	default:
		return false
	}
}

// code returns that of an error of etcd or of gRPC.
func code(err error) codes.Code {
	var refused rpctypes.EtcdError
	if errors.As(err, &refused) {
		return refused.Code()
	}
	return status.Code(err)
}

// clearer returns of two errors of attempts the one with which an operator finds the reason: one
// of TLS, else not that the time was over, else the later one. etcd refuses a
// certificate after the handshake, when the connection may be used already.
func clearer(before, now error) error {
	clarity := func(err error) int {
		switch {
		case err == nil:
			return 0
		case strings.Contains(err.Error(), "tls:"):
			return 3
		case errors.Is(err, context.DeadlineExceeded):
			return 1
		default:
			return 2
		}
	}
	if clarity(before) > clarity(now) {
		return before
	}
	return now
}

// altered is a key in etcd whose value is not one that this package has written.
func altered(key, format string, args ...any) error {
	return problem.New(problem.StoreAltered, "What the shared store has is not as it was written.").Because(
		fmt.Errorf("the key %s %s; restore etcd from a backup of before, and see who else may write to it", key, fmt.Sprintf(format, args...)))
}
