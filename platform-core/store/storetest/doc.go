// Package storetest checks what every implementation of store.Store promises.
package storetest
