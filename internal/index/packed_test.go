package index

import "testing"

func TestAPostingSaysInOneNumberWhatItWasMadeOf(t *testing.T) {
	for _, row := range []struct {
		says string
		o    occurrence
	}{
		{"once in the body", occurrence{body: 1}},
		{"often in the body", occurrence{body: mostSaid}},
		{"in the title alone", occurrence{title: 1}},
		{"in the names alone", occurrence{names: 2}},
		{"everywhere", occurrence{1, 2, 3}},
		{"digits that end in zero", occurrence{title: 8, body: 64}},
		{"as much as there may be", occurrence{mostNamed, mostNamed, mostSaid}},
	} {
		n := pack(row.o)
		if n <= 0 || n >= 1<<62 {
			t.Errorf("%s: %d is no frequency that scorch can write", row.says, n)
		}
		if o := unpack(uint64(n)); o != row.o {
			t.Errorf("%s: got %v, want %v", row.says, o, row.o)
		}
	}
	once := occurrence{body: 1}
	if n := pack(once); n != 1 || unpack(0) != once {
		t.Errorf("a word that stands once in the body is %d, and scorch keeps only 1 in its dictionary; a segment built anew has 0, %v", n, unpack(0))
	}
}

// FuzzPosting: any number, as damage may make it, is read without panic or endless loop,
// and what it says is said by one number only.
func FuzzPosting(f *testing.F) {
	for _, n := range []uint64{0, 1, 2, 1 << 62, ^uint64(0), 0xeeeeeeeeeeeeeeee} {
		f.Add(n)
	}
	f.Fuzz(func(t *testing.T, n uint64) {
		if s, ok := unpackSizes(n); ok && (min(s.title, s.names, s.body) < 0 || uint64(s.pack()) != max(n, 1)) {
			t.Errorf("%d: sizes of %v become %d", n, s, s.pack())
		}
		o := unpack(n)
		if min(o.title, o.names, o.body) < 0 || o.title > mostNamed || o.names > mostNamed || o.body > mostSaid || !o.any() {
			return // nothing that pack is given
		}
		if again := unpack(uint64(pack(o))); again != o {
			t.Errorf("%d: %v becomes %v", n, o, again)
		}
	})
}

func TestSizesAreReadAsWritten(t *testing.T) {
	for _, s := range []sizes{{}, {1, 2, 3}, {title: 1}, {names: 1}, {body: 8}, {longestName, longestName, longestField}} {
		n := s.pack()
		if got, ok := unpackSizes(uint64(n)); !ok || got != s || n >= 1<<62 {
			t.Errorf("got %v %v from %d, want %v", got, ok, n, s)
		}
	}
	if got, ok := unpackSizes(0); !ok || got != (sizes{}) {
		t.Errorf("0: got %v %v, want none", got, ok)
	}
	for _, n := range []uint64{9, 1 << 40, 1 << 62, ^uint64(0), uint64(sizes{body: longestField + 1}.pack())} {
		if got, ok := unpackSizes(n); ok {
			t.Errorf("%d: got %v, want none", n, got)
		}
	}
}
