// Package verification says whether a proposal is what the platform makes of the
// request that it records: as made, made with another version or profile, no longer
// accepted on the day, or altered. It reads no file: it is given texts.
package verification
