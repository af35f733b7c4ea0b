package request

import (
	"errors"
	"fmt"
	"time"
)

// Date is a calendar day, YYYY-MM-DD, in the years 0001 to 9999; empty for none. Dates compare as text.
type Date string

// ParseDate returns the date of a text. It fails for any other form and for days that do not exist, such as 2027-02-29.
// The error says what to write.
func ParseDate(text string) (Date, error) {
	if _, err := Date(text).time(); err != nil {
		return "", fmt.Errorf("%w%s", err, Date("").Hint(text))
	}
	return Date(text), nil
}

// time returns the start of the day in UTC. It fails as [ParseDate] does.
func (d Date) time() (time.Time, error) {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil || t.Year() < 1 {
		return time.Time{}, errors.New("must be a real date as YYYY-MM-DD, such as 2027-03-31")
	}
	return t, nil
}

// DateOf returns the day of t in UTC.
func DateOf(t time.Time) Date { return Date(t.UTC().Format(time.DateOnly)) }

// Words returns the date as people read it, such as "24 Nov 2026", and a month YYYY-MM as "Nov 2026". It is empty if d
// is neither.
func (d Date) Words() string {
	if t, err := d.time(); err == nil {
		return t.Format("2 Jan 2006")
	}
	if t, err := time.Parse("2006-01", string(d)); err == nil {
		return t.Format("Jan 2006")
	}
	return ""
}

// Weekday returns the day of the week. It fails as [ParseDate] does.
func (d Date) Weekday() (time.Weekday, error) {
	t, err := d.time()
	return t.Weekday(), err
}

// AddDays returns the date n days later, at most 9999-12-31. It is empty before 0001-01-01. It fails as [ParseDate]
// does.
func (d Date) AddDays(n int) (Date, error) {
	t, err := d.time()
	if err != nil {
		return "", err
	}
	later, last := t.AddDate(0, 0, n), time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC)
	switch {
	case later.Year() < 1:
		return "", nil
	case later.After(last):
		return DateOf(last), nil
	default:
		return DateOf(later), nil
	}
}

// DaysUntil returns the number of days from d to later; it is negative if later is the earlier date. It fails as
// [ParseDate] does.
func (d Date) DaysUntil(later Date) (int, error) {
	from, err := d.time()
	if err != nil {
		return 0, err
	}
	to, err := later.time()
	if err != nil {
		return 0, err
	}
	const day = 24 * 60 * 60 // seconds; a time.Duration ends at 292 years
	return int((to.Unix() - from.Unix()) / day), nil
}
