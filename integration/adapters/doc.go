// Package adapters tests the platform with adapters that fail or attack: a
// hostile one cannot leave its confinement, a greedy one takes nothing from
// others, no call is lost when an adapter's process ends, and every kind of
// failure has its own words in every view. The adapters in its folders are real
// binaries, built for these tests only.
package adapters
