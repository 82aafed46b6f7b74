package frontmatter

import (
	"strings"
	"time"
)

// ParseTime reads a date (2026-06-14), or a date and a time in the forms that people and tools write: RFC 3339, a space
// for the T, seconds left out, a fraction, a zone of Z, +02:00, +0200 or +02, or none, which is taken as UTC. The result is in UTC.
// What is not on the calendar (2026-02-30) is no time, and neither is year 0 or 1, which other programs write for "none".
func ParseTime(s string) (t time.Time, dateOnly bool, ok bool) {
	p := timeParser{rest: strings.TrimSpace(s), ok: true}
	year := p.number(4)
	p.expect('-')
	month := p.number(2)
	p.expect('-')
	day := p.number(2)
	if !p.ok || year < 2 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return time.Time{}, false, false
	}
	if p.rest == "" {
		return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC), true, true
	}
	hour, minute, second, nano := p.clock()
	offset := p.zone()
	if !p.ok || p.rest != "" || hour > 23 || minute > 59 || second > 60 || (second == 60 && minute != 59) {
		return time.Time{}, false, false
	}
	t = time.Date(year, time.Month(month), day, hour, minute, second, nano, time.UTC)
	return t.Add(-time.Duration(offset) * time.Minute), false, true
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// timeParser takes a time apart from left to right; ok turns false at the first thing that does not fit.
type timeParser struct {
	rest string
	ok   bool
}

// number takes exactly n digits.
func (p *timeParser) number(n int) int {
	if len(p.rest) < n {
		p.ok = false
		return 0
	}
	value := 0
	for i := range n {
		c := p.rest[i]
		if c < '0' || c > '9' {
			p.ok = false
			return 0
		}
		value = value*10 + int(c-'0')
	}
	p.rest = p.rest[n:]
	return value
}

func (p *timeParser) expect(c byte) {
	if !p.take(c) {
		p.ok = false
	}
}

func (p *timeParser) take(c byte) bool {
	if p.rest == "" || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

// clock takes the T or spaces and the time of day.
func (p *timeParser) clock() (hour, minute, second, nano int) {
	if !p.take('T') && !p.take('t') {
		p.expect(' ')
		p.rest = strings.TrimLeft(p.rest, " ")
	}
	hour = p.number(2)
	p.expect(':')
	minute = p.number(2)
	if p.take(':') {
		second = p.number(2)
		if p.take('.') || p.take(',') {
			nano = p.fraction()
		}
	}
	return hour, minute, second, nano
}

// fraction takes the digits after the point; what is finer than a nanosecond is dropped.
func (p *timeParser) fraction() int {
	digits, value := 0, 0
	for p.rest != "" && p.rest[0] >= '0' && p.rest[0] <= '9' {
		if digits < 9 {
			value = value*10 + int(p.rest[0]-'0')
		}
		digits++
		p.rest = p.rest[1:]
	}
	for i := digits; i < 9; i++ {
		value *= 10
	}
	p.ok = p.ok && digits > 0
	return value
}

// zone takes a zone and returns its minutes east of UTC.
func (p *timeParser) zone() int {
	p.rest = strings.TrimLeft(p.rest, " ")
	if p.rest == "" || p.take('Z') || p.take('z') {
		return 0
	}
	sign := 1
	if p.take('-') {
		sign = -1
	} else {
		p.expect('+')
	}
	hours, minutes := p.number(2), 0
	if p.take(':') || p.rest != "" {
		minutes = p.number(2)
	}
	p.ok = p.ok && hours <= 23 && minutes <= 59
	return sign * (hours*60 + minutes)
}
