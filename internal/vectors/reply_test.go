package vectors

import (
	"bytes"
	"strings"
	"testing"
)

// wires are answers as they come over the line, with how many vectors of how many numbers
// they hold for two texts; -1 is an error.
var wires = []struct {
	name, text string
	want       int
}{
	{"with a length", "HTTP/1.1 200 OK\r\nContent-Length: 62\r\n\r\n" + `{"data":[{"embedding":[1,2,3]},{"embedding":[-1,0.5,1e-3]}]}  trailing`, 3},
	{"in chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\n" + `{"dat` + "\r\n38\r\n" + `a":[{"embedding":[1,2,3]},{"embedding":[-1,0.5,1e-3]}]} ` + "\r\n0\r\n\r\n", 3},
	{"until the end", "HTTP/1.0 200 OK\n\n" + `{"data":[{"index":1,"embedding":[1,2]},{"index":0,"embedding":[3,4]}]}`, 2},
	{"after a go on", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n" + `{"data":[{"embedding":[1]},{"embedding":[2]}]}`, 1},
	{"one vector too few", "HTTP/1.1 200 OK\r\n\r\n" + `{"data":[{"embedding":[1,2,3]}]}`, -1},
	{"two for one text", "HTTP/1.1 200 OK\r\n\r\n" + `{"data":[{"index":1,"embedding":[1]},{"index":1,"embedding":[1]}]}`, -1},
	{"for a text that was not sent", "HTTP/1.1 200 OK\r\n\r\n" + `{"data":[{"index":0,"embedding":[1]},{"index":-1,"embedding":[1]}]}`, -1},
	{"of two dimensions", "HTTP/1.1 200 OK\r\n\r\n" + `{"data":[{"embedding":[1,2]},{"embedding":[1,2,3]}]}`, -1},
	{"an empty vector", "HTTP/1.1 200 OK\r\n\r\n" + `{"data":[{"embedding":[]},{"embedding":[]}]}`, -1},
	{"no direction", "HTTP/1.1 200 OK\r\n\r\n" + `{"data":[{"embedding":[0,0]},{"embedding":[0,1]}]}`, -1},
	{"numbers beyond all", "HTTP/1.1 200 OK\r\n\r\n" + `{"data":[{"embedding":[1e99,0]},{"embedding":[0,1]}]}`, -1},
	{"a page for people", "HTTP/1.1 200 OK\r\n\r\n<html>", -1},
	{"an error", "HTTP/1.1 500 Oops\r\nContent-Length: 2\r\n\r\n{}", -1},
	{"cut off in the body", "HTTP/1.1 200 OK\r\nContent-Length: 620\r\n\r\n{}", -1},
	{"cut off in a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n{}", -1},
	{"a chunk without a size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", -1},
	{"a chunk without an end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}{}\r\n0\r\n\r\n", -1},
	{"a length beyond all", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{}", -1},
	{"a chunk beyond all", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffff\r\n{}", -1},
	{"cut off in the head", "HTTP/1.1 200 OK\r\nContent-", -1},
	{"a head without an end", "HTTP/1.1 200 OK\r\n" + strings.Repeat("A: b\r\n", 300), -1},
	{"a line without an end", "HTTP/1.1 200 OK\r\nA: " + strings.Repeat("b", 10_000), -1},
	{"another protocol", "SSH-2.0-OpenSSH_9.2\r\n", -1},
	{"nothing", "", -1},
}

func TestAnAnswerIsReadAsItCameOrIsAnError(t *testing.T) {
	for _, r := range wires {
		got := dimOf(r.text, true)
		if got != r.want {
			t.Errorf("%s: got vectors of %d numbers, want %d", r.name, got, r.want)
		}
	}
}

// dimOf reads an answer to two texts; -1 is an error.
func dimOf(text string, framed bool) int {
	got, err := readReply(strings.NewReader(text), framed)
	if err != nil {
		return -1
	}
	v, err := got.vectors(2)
	if err != nil {
		return -1
	}
	return len(v[1].Numbers)
}

func FuzzReply(f *testing.F) {
	for _, r := range wires {
		f.Add([]byte(r.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, framed := range []bool{true, false} {
			r, err := readReply(bytes.NewReader(data), framed)
			if err != nil {
				continue
			}
			v, err := r.vectors(2)
			if err == nil && (len(v) != 2 || len(v[0].Numbers) == 0 || len(v[0].Numbers) != len(v[1].Numbers)) {
				t.Errorf("%q gave %v", data, v)
			}
			_ = r.said()
		}
	})
}
