package frontmatter

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

type valueKind uint8

const (
	valueText valueKind = iota
	valuePlain
	valueInt
	valueTime // the text is an instant or a date
	valueList
)

// Value is what mem writes for a key. The zero value is the empty string. Bytes that are not UTF-8 become U+FFFD.
type Value struct {
	kind  valueKind
	text  string
	items []string
}

// Text is a string, quoted whenever a YAML reader would otherwise see another type or another string.
func Text(s string) Value { return Value{text: valid(s)} }

// List is a list of strings, written [a, b].
func List(items []string) Value {
	v := Value{kind: valueList, items: make([]string, len(items))}
	for i, item := range items {
		v.items[i] = valid(item)
	}
	return v
}

// Int is a decimal number.
func Int(n int) Value { return Value{kind: valueInt, text: strconv.Itoa(n)} }

// Time is an instant, written in UTC and whole seconds: 2026-08-03T14:22:00Z.
func Time(t time.Time) Value {
	return Value{kind: valueTime, text: t.UTC().Format("2006-01-02T15:04:05Z")}
}

// Date is the day of t in t's own zone, written 2026-06-14.
func Date(t time.Time) Value { return Value{kind: valueTime, text: t.Format("2006-01-02")} }

// Plain is a scalar as somebody typed it: true, 7 and 2026-06-14 stay what YAML sees in them. What cannot stand
// without quotes, and what means null, is written like Text.
func Plain(s string) Value { return Value{kind: valuePlain, text: valid(s)} }

func valid(s string) string { return strings.ToValidUTF8(s, string(utf8.RuneError)) }

// yaml writes the value on one line; wish is the quoting to keep.
func (v Value) yaml(wish style) string {
	switch v.kind {
	case valueList:
		return flowList(v.items)
	case valueText:
		return writeText(v.text, wish, false)
	default: // what stands for itself unless it is to keep its quotes
		if wish == styleFree && plainShape(v.text, false) && !isNull(v.text) {
			return v.text
		}
		return quote(v.text, wish)
	}
}

func flowList(items []string) string {
	written := make([]string, len(items))
	for i, item := range items {
		written[i] = writeText(item, styleFree, true)
	}
	return "[" + strings.Join(written, ", ") + "]"
}

// equals reports whether an entry reads as this value already, however it is written.
func (v Value) equals(e entry) bool {
	switch v.kind {
	case valueList:
		return e.kind != kindOther && !e.maps && slices.Equal(e.list(), v.items)
	case valueInt:
		n, err := strconv.Atoi(strings.TrimSpace(e.text))
		return err == nil && e.scalar() && strconv.Itoa(n) == v.text
	case valueTime:
		want, wantDate, _ := ParseTime(v.text)
		got, gotDate, ok := ParseTime(e.text)
		return ok && e.scalar() && got.Equal(want) && gotDate == wantDate
	default:
		return e.scalar() && e.text == v.text
	}
}
