package problem_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
)

func TestEveryCodeHasItsPlaceInTheTable(t *testing.T) {
	titles := map[string]problem.Code{}
	for _, c := range problem.Codes() {
		assert.Regexp(t, `^[a-z_]+$`, string(c))
		assert.GreaterOrEqual(t, c.Status(), 400, c)
		assert.NotZero(t, c.Exit(), c)
		if c != problem.Interrupted {
			assert.LessOrEqual(t, c.Exit(), problem.ExitFailure, c)
		}
		assert.NotContains(t, titles, c.Title(), "%s and %s have titles of their own", c, titles[c.Title()])
		titles[c.Title()] = c
		for _, word := range []string{"invalid", "please", "sorry"} {
			assert.NotContains(t, strings.ToLower(c.Title()), word)
		}
	}
}

func TestContractStatuses(t *testing.T) {
	for status, codes := range map[int][]problem.Code{
		http.StatusBadRequest:            {problem.IdempotencyKeyMissing, problem.IdempotencyKeyInvalid},
		http.StatusForbidden:             {problem.CrossOriginRefused},
		http.StatusMisdirectedRequest:    {problem.HostNotAllowed},
		http.StatusNotFound:              {problem.InstallationNotFound, problem.RequestNotFound, problem.ProposalNotFound, problem.RouteNotFound},
		http.StatusMethodNotAllowed:      {problem.MethodNotAllowed},
		http.StatusConflict:              {problem.IdempotencyKeyReused, problem.InstallationLocked, problem.InstallationRequired, problem.RequestNotAccepted},
		http.StatusRequestEntityTooLarge: {problem.BodyTooLarge},
		http.StatusUnsupportedMediaType:  {problem.UnsupportedMediaType},
		http.StatusUnprocessableEntity:   {problem.MalformedBody, problem.InvalidRequest, problem.InstallationRejected},
		http.StatusBadGateway:            {problem.AdapterContractViolation},
		http.StatusServiceUnavailable:    {problem.AdapterUnavailable, problem.CapacityExhausted, problem.Overloaded},
	} {
		for _, c := range codes {
			assert.Equal(t, status, c.Status(), c)
		}
	}
}

func TestProblemsTravelAsRFC9457(t *testing.T) {
	p := problem.Invalid(problem.InvalidRequest, "request", []problem.Fault{{Field: "owner", Code: problem.FaultMissing, Message: "is missing"}})
	p = p.Because(errors.New("secret cause"))
	encoded, err := json.Marshal(p)
	require.NoError(t, err)
	assert.JSONEq(t, `{"type":"urn:platform:problem:invalid_request","title":"Input not well-formed","status":422,
		"detail":"The request has 1 problem.","code":"invalid_request",
		"errors":[{"field":"owner","code":"missing","message":"is missing"}]}`, string(encoded))
	var back problem.Problem
	require.NoError(t, json.Unmarshal(encoded, &back))
	assert.Equal(t, p.Faults, back.Faults)
	assert.Equal(t, p.Code, back.Code)
}

func TestFromFindsTheProblemOrHidesTheError(t *testing.T) {
	assert.Nil(t, problem.From(nil))
	p := problem.New(problem.RequestNotFound, "no %s", "request")
	assert.Same(t, p, problem.From(fmt.Errorf("wrapped: %w", p)))
	hidden := problem.From(errors.New("password=x"))
	assert.Equal(t, problem.InternalError, hidden.Code)
	assert.NotContains(t, hidden.Detail, "password")
	assert.Nil(t, problem.Invalid(problem.InvalidRequest, "request", nil))
}
