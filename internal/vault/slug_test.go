package vault

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"mem/internal/memory"
)

// slugRows are also the corpus of FuzzSlugFor. want "" is a name made from the hash.
var slugRows = []struct{ name, title, body, want string }{
	{"the title is taken", "Lock timeout was a busy retry", "Other words", "lock-timeout-was-a-busy-retry"},
	{"without a title the first heading", "", "# Kettle *care*\n\nText.", "kettle-care"},
	{"without a heading the first sentence", "", "The kettle leaks. Replace it.", "the-kettle-leaks"},
	{"a title of marks only does not count", "!!!", "The kettle leaks.", "the-kettle-leaks"},
	{"accents stay, composed", "Cafe\u0301 ÜBER", "", "café-über"},
	{"the dotted capital I of Turkish", "İstanbul", "", "istanbul"},
	{"Chinese", "", "数据库连接池默认二十", "数据库连接池默认二十"},
	{"Russian", "", "Пароль склада меняется в мае", "пароль-склада-меняется-в-мае"},
	{"Hindi keeps its vowel signs", "", "हिन्दी में लिखा", "हिन्दी-में-लिखा"},
	{"Thai keeps its tone marks", "", "น้ำตก", lowerNFC("น้ำตก")},
	{"Arabic digits", "", "رقم ٣", "رقم-٣"},
	{"joiners do not part a word", "", "می\u200cخواهم", "میخواهم"},
	{"nor do soft hyphens and apostrophes", "Co\u00adoperate, don't", "", "cooperate-dont"},
	{"identifiers fall into words", "user_id in v2.6.3 of C++", "", "user-id-in-v2-6-3-of-c"},
	{"a path is words", "", "../../../../escape me", "escape-me"},
	{"what other systems refuse is left out", "", "a <b> \"c\" | d? *e* f\\g.", "a-b-c-d-e-f-g"},
	{"a device is no name", "CON", "", "con-note"},
	{"nor is a port", "com1", "", "com1-note"},
	{"but a longer word is", "console", "", "console"},
	{"nor are mem's own", "Index", "", "index-note"},
	{"log", "log", "", "log-note"},
	{"emoji alone", "", "🦫🦫", ""},
	{"marks alone", "", "!!!", ""},
	{"nothing", "", "", ""},
	{"bytes that are no letters", "", "\xff\xfe\xfd", ""},
	{"a mark without a letter", "\u0301", "", ""},
	{"cut at a word", strings.Repeat("seven77 ", 20), "", "seven77-seven77-seven77-seven77-seven77-seven77-seven77"},
	{"one endless word is cut between letters", strings.Repeat("x", 100), "", strings.Repeat("x", 60)},
	{"two hundred bytes", strings.Repeat("\U00020000", 60), "", strings.Repeat("\U00020000", 50)},
}

func TestSlugFor(t *testing.T) {
	hashed := regexp.MustCompile(`^note-[0-9a-f]{8}$`)
	for _, r := range slugRows {
		got := string(SlugFor(r.title, r.body))
		if got != r.want && (r.want != "" || !hashed.MatchString(got)) {
			t.Errorf("%s: got %q, want %q", r.name, got, r.want)
		}
		sound(t, r.title, r.body)
	}
	if a, b := SlugFor("", "🦫"), SlugFor("", "🦊"); a == b {
		t.Errorf("two texts without letters have one name, %s", a)
	}
}

// sound checks what holds for every slug.
func sound(t *testing.T, title, body string) {
	t.Helper()
	got := SlugFor(title, body)
	if err := CheckSlug(string(got)); err != nil {
		t.Errorf("SlugFor(%q, %q): %v", title, body, err)
	}
	if again := SlugFor(string(got), ""); again != got {
		t.Errorf("SlugFor of %q is %q", got, again)
	}
	if !IsNotePath("memory/2026/08/" + string(got) + ".md") {
		t.Errorf("%q is no note's name", got)
	}
	if why := unportable(string(got)); why != "" {
		t.Errorf("%q %s", got, why)
	}
	for _, n := range []int{2, 10, 9999} {
		next := string(numbered(got, n))
		if utf8.RuneCountInString(next) > maxLetters || len(next) > maxBytes || !strings.HasSuffix(next, string(rune('0'+n%10))) {
			t.Errorf("number %d of %q is %q", n, got, next)
		}
		if err := CheckSlug(next); err != nil {
			t.Errorf("number %d: %v", n, err)
		}
	}
}

func FuzzSlugFor(f *testing.F) {
	for _, r := range slugRows {
		f.Add(r.title, r.body)
	}
	f.Fuzz(sound)
}

func TestCheckSlug(t *testing.T) {
	for _, s := range []string{"lock-timeout", "x", "2026", "café", "数据库", "note-1a2b3c4d"} {
		if err := CheckSlug(s); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
	rows := []struct{ slug, why string }{
		{"", "empty"},
		{"../x", "not a path"},
		{`..\x`, "not a path"},
		{"..", "letters and digits"},
		{"a.b", "letters and digits"},
		{"a b", "letters and digits"},
		{"Kettle", "upper case"},
		{"cafe\u0301", "NFC"},
		{"-a", "between words"},
		{"a--b", "between words"},
		{"a-", "ends in"},
		{"\u0301a", "letters and digits"},
		{"a\n", "letters and digits"},
		{"a\xff", "UTF-8"},
		{"con", "reserved"},
		{"lpt9", "reserved"},
		{"index", "reserved"},
		{strings.Repeat("x", 61), "longer"},
		{strings.Repeat("\U00020000", 51), "longer"},
	}
	for _, r := range rows {
		err := CheckSlug(r.slug)
		if !errors.Is(err, ErrBadSlug) || !strings.Contains(err.Error(), r.why) {
			t.Errorf("%q: got %v, want %q", r.slug, err, r.why)
		}
	}
}

func TestFoldKey(t *testing.T) {
	same := [][2]memory.Slug{{"Kettle", "kettle"}, {"cafe\u0301", "café"}, {"CAFÉ", "cafe\u0301"}, {"straße", "STRASSE"}, {"ΣΊΣΥΦΟΣ", "σίσυφος"}}
	for _, p := range same {
		if FoldKey(p[0]) != FoldKey(p[1]) {
			t.Errorf("%q and %q differ", p[0], p[1])
		}
	}
	for _, p := range [][2]memory.Slug{{"kettle", "kettles"}, {"a-b", "ab"}, {"e", "é"}} {
		if FoldKey(p[0]) == FoldKey(p[1]) {
			t.Errorf("%q and %q are the same", p[0], p[1])
		}
	}
}
