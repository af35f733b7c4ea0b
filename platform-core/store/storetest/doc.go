// Package storetest tests an implementation of [store.Store]. Call [Run] in a test of the implementation:
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, open)
//	}
package storetest
