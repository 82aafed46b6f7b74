package index

import "testing"

func TestAPostingSaysInOneNumberWhatItWasMadeOf(t *testing.T) {
	for _, row := range []struct {
		says string
		o    occurrence
		l    sizes // only of the fields that have the term
	}{
		{"once in the body", occurrence{body: 1}, sizes{}},
		{"often in the body", occurrence{body: mostSaid}, sizes{}},
		{"in the title alone", occurrence{title: 1}, sizes{title: 5}},
		{"in the names alone", occurrence{names: 2}, sizes{names: 3}},
		{"everywhere", occurrence{1, 2, 3}, sizes{title: 7, names: 8}},
		{"digits that end in zero", occurrence{title: 8, body: 64}, sizes{title: 64}},
		{"as much as there may be", occurrence{mostNamed, mostNamed, mostSaid}, sizes{title: longestName, names: longestName}},
	} {
		n := pack(row.o, sizes{title: row.l.title, names: row.l.names, body: 99})
		if n <= 0 || n >= 1<<62 {
			t.Errorf("%s: %d is no frequency that scorch can write", row.says, n)
		}
		o, l := unpack(uint64(n))
		if o != row.o || l != row.l {
			t.Errorf("%s: got %v of %v, want %v of %v", row.says, o, l, row.o, row.l)
		}
	}
	if n := pack(occurrence{body: 1}, sizes{}); n != 1 {
		t.Errorf("a word that stands once in the body is %d, and scorch keeps only 1 in its dictionary", n)
	}
}

// FuzzPosting: any number, as damage may make it, is read without panic or endless loop,
// and what it says is said by one number only.
func FuzzPosting(f *testing.F) {
	for _, n := range []uint64{0, 1, 2, 1 << 62, ^uint64(0), 0xeeeeeeeeeeeeeeee} {
		f.Add(n)
	}
	f.Fuzz(func(t *testing.T, n uint64) {
		o, l := unpack(n)
		if min(o.title, o.names, o.body) < 0 || min(l.title, l.names, l.body) < 0 || o.title > mostNamed || o.names > mostNamed || o.body > mostSaid || l.title > longestName || l.names > longestName || !o.any() {
			return // nothing that pack is given
		}
		if again, lengths := unpack(uint64(pack(o, l))); again != o || lengths != l {
			t.Errorf("%d: %v of %v becomes %v of %v", n, o, l, again, lengths)
		}
	})
}

func TestStoredSizesAreReadAsWritten(t *testing.T) {
	for _, s := range []sizes{{}, {1, 2, 3}, {longestName, longestName, longestField}} {
		if got, ok := decodeSizes(s.encode()); !ok || got != s {
			t.Errorf("got %v %v, want %v", got, ok, s)
		}
	}
	for _, b := range [][]byte{nil, {1}, {1, 2}, {1, 2, 3, 4}, {1, 2, 0x80}, {255, 255, 255, 255, 255, 255, 255, 255, 255, 1, 0, 0}} {
		if got, ok := decodeSizes(b); ok {
			t.Errorf("% x: got %v, want none", b, got)
		}
	}
}
