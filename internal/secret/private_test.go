package secret_test

import (
	"strings"
	"testing"

	"mem/internal/secret"
)

// A cutting is a text, what is kept of it, and how many spans are cut.
type cutting struct {
	says, text, kept string
	cut              int
}

func cuttings() []cutting {
	return []cutting{
		{"no tag", "The winch is blue.\n", "The winch is blue.\n", 0},
		{"a span in a line", "The pin <private>is 4711</private> at the gate.", "The pin  at the gate.", 1},
		{"the whole text", "<private>all of it</private>", "", 1},
		{"a span over lines goes with its lines", "a\n<private>\nb\n</private>\nc\n", "a\nc\n", 1},
		{"of the blank lines around a block one is left", "a\n\n<private>b</private>\n\nc\n", "a\n\nc\n", 1},
		{"a block at the beginning leaves no blank line", "<private>b</private>\n\nc\n", "c\n", 1},
		{"a block between words of two lines", "a <private>b\nc</private> d\n", "a  d\n", 1},
		{"Windows line ends", "a\r\n<private>b</private>\r\nc\r\n", "a\r\nc\r\n", 1},
		{"nested spans are one", "a<private>b<private>c</private>d</private>e", "ae", 1},
		{"capitals", "a<PRIVATE>b</Private>c", "ac", 1},
		{"an attribute", `a<private reason="pin">b</private>c`, "ac", 1},
		{"attributes over lines", "a<private\n reason='pin'\n>b</private >c", "ac", 1},
		{"a closing sign in an attribute", `a<private why="x > y">b</private>c`, "ac", 1},
		{"a span that is not closed hides the rest", "a\n<private>b\nc", "a\n", 1},
		{"a nested span that is not closed hides the rest", "a<private>b<private>c</private>d", "a", 1},
		{"a tag cut off hides the rest", "a\n<private reason=\"b", "a\n", 1},
		{"a tag's name at the end hides nothing but itself", "a <private", "a ", 1},
		{"a closing tag alone is kept", "a</private>b", "a</private>b", 0},
		{"a closing tag too many is kept", "a<private>b</private>c</private>d", "ac</private>d", 1},
		{"a closing tag broken off before a span", "a</private\n<private>b</private>c", "a</private\nc", 1},
		{"an opening tag broken off before a span", "a<private <private>b</private>c</private>d", "ad", 1},
		{"an empty span", "a<private></private>b", "ab", 1},
		{"a tag that closes itself hides only itself", "a<private/>b<private />c", "abc", 2},
		{"a tag that closes itself within a span", "a<private>b<private/>c</private>d", "ad", 1},
		{"a span in a code fence", "```\nkey <private>b</private>\n```\n", "```\nkey \n```\n", 1},
		{"a span over a fence's end", "```\n<private>b\n```\nc</private>d\n", "```\nd\n", 1},
		{"a span in code", "use `<private>b</private>`", "use ``", 1},
		{"several in a line", "<private>a</private> b <private>c</private> d", " b  d", 2},
		{"several that fill a line", "a\n<private>b</private> <private>c</private>\nd\n", "a\nd\n", 2},
		{"another tag", "a<privateer>b</privateer><private-x>c</private-x>", "a<privateer>b</privateer><private-x>c</private-x>", 0},
		{"an escaped tag is text", "a&lt;private&gt;b&lt;/private&gt;", "a&lt;private&gt;b&lt;/private&gt;", 0},
		{"a blank before the name is no tag", "a< private>b</ private>", "a< private>b</ private>", 0},
		{"other letters", "ключ <private>ж</private> 鍵", "ключ  鍵", 1},
		{"bytes that are no letters", "a\xff<private>\xfe</private>\xffb", "a\xff\xffb", 1},
	}
}

func TestCutPrivate(t *testing.T) {
	for _, c := range cuttings() {
		if kept, cut := secret.CutPrivate(c.text); kept != c.kept || cut != c.cut {
			t.Errorf("%s: CutPrivate(%q) = %q, %d; want %q, %d", c.says, c.text, kept, cut, c.kept, c.cut)
		}
	}
}

// What would take the square of its length in time would not end here.
func TestCutPrivateOfALargeText(t *testing.T) {
	rows := []struct {
		unit string
		kept int // bytes
		cut  int
	}{
		{"<private>", 0, 1},
		{"<private", 262136, 1}, // a tag's name goes on here, but for the last
		{"</private>", 262140, 0},
		{"<private/>", 0, 26214},
		{"<private>a</private>", 0, 13107},
		{"a\n<private>b</private>\n", 2 * 11397, 11397},
		{"<", 262144, 0},
		{"\n", 262144, 0},
	}
	for _, r := range rows {
		text := strings.Repeat(r.unit, (256<<10)/len(r.unit))
		if kept, cut := secret.CutPrivate(text); len(kept) != r.kept || cut != r.cut {
			t.Errorf("%q: %d bytes kept and %d spans cut, want %d and %d", r.unit, len(kept), cut, r.kept, r.cut)
		}
	}
}

func FuzzCutPrivate(f *testing.F) {
	for _, c := range cuttings() {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		kept, cut := secret.CutPrivate(text)
		if cut == 0 && kept != text {
			t.Fatalf("nothing was cut of %q, and %q is kept", text, kept)
		}
		if cut > 0 && len(kept) >= len(text) {
			t.Fatalf("%d spans were cut of %q, and %q is kept", cut, text, kept)
		}
		if !isSubsequence(kept, text) {
			t.Fatalf("%q is not made of what stands in %q", kept, text)
		}
		const hidden = "\x01hidden\x01"
		if strings.Contains(text, hidden) {
			return
		}
		for _, around := range []string{"<private>" + hidden + "</private>", "<PRIVATE a='b'>" + hidden} {
			if kept, cut := secret.CutPrivate(text + "\n" + around); strings.Contains(kept, hidden) || cut == 0 {
				t.Fatalf("%q is kept of %q, with %d spans cut", kept, text+"\n"+around, cut)
			}
		}
	})
}

func isSubsequence(part, whole string) bool {
	for i := range len(part) {
		n := strings.IndexByte(whole, part[i])
		if n < 0 {
			return false
		}
		whole = whole[n+1:]
	}
	return true
}
