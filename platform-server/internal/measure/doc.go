// Package measure has the metrics of a server's evaluations, store and adapters. [Store] wraps a store, [Evaluations]
// returns a histogram, and [State] is read at each scrape. Package serve counts the requests.
package measure
