package listing

import "time"

// Moment is a time of the API's clock, shown in UTC. The portal does not read a clock itself.
type Moment struct{ time.Time }

// Machine returns the time for the datetime attribute of a time element.
func (m Moment) Machine() string { return m.UTC().Format(time.RFC3339) }

// Short returns day and minute, such as "23 Nov, 14:05".
func (m Moment) Short() string { return m.UTC().Format("2 Jan, 15:04") }

// Full returns day, year and minute, such as "23 Nov 2026, 14:05 UTC".
func (m Moment) Full() string { return m.UTC().Format("2 Jan 2006, 15:04 UTC") }

// Clock returns the minute, such as "14:05".
func (m Moment) Clock() string { return m.UTC().Format("15:04") }

// Day returns the day, such as "Monday, 23 November 2026".
func (m Moment) Day() string {
	if m.IsZero() {
		return "At an unknown time"
	}
	return m.UTC().Format("Monday, 2 January 2006")
}
