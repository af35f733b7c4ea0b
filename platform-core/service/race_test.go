//go:build race

package service_test

func init() { raced = true }
