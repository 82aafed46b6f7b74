package endpoint

import (
	"bytes"
	"strings"
	"testing"
)

// wires are answers as they come over the line, with the body that is read; "-" is an error.
var wires = []struct{ name, text, want string }{
	{"with a length", "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n" + `{"a":1}  trailing`, `{"a":1}`},
	{"in chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\n" + `{"a` + "\r\n4\r\n" + `":1}` + "\r\n0\r\n\r\n", `{"a":1}`},
	{"until the end", "HTTP/1.0 200 OK\n\n" + `{"a":1}`, `{"a":1}`},
	{"after a go on", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n" + `{}`, `{}`},
	{"an error", "HTTP/1.1 500 Oops\r\nContent-Length: 2\r\n\r\n{}", "500 {}"},
	{"cut off in the body", "HTTP/1.1 200 OK\r\nContent-Length: 620\r\n\r\n{}", "-"},
	{"cut off in a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n{}", "-"},
	{"a chunk without a size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", "-"},
	{"a chunk without an end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}{}\r\n0\r\n\r\n", "-"},
	{"a length beyond all", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{}", "-"},
	{"a chunk beyond all", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffff\r\n{}", "-"},
	{"cut off in the head", "HTTP/1.1 200 OK\r\nContent-", "-"},
	{"a head without an end", "HTTP/1.1 200 OK\r\n" + strings.Repeat("A: b\r\n", 300), "-"},
	{"a line without an end", "HTTP/1.1 200 OK\r\nA: " + strings.Repeat("b", 10_000), "-"},
	{"another protocol", "SSH-2.0-OpenSSH_9.2\r\n", "-"},
	{"nothing", "", "-"},
}

// most is how much of an answer these tests read.
const most = 1 << 20

func TestAnAnswerIsReadAsItCameOrIsAnError(t *testing.T) {
	for _, r := range wires {
		got := "-"
		if reply, err := readReply(strings.NewReader(r.text), true, most); err == nil {
			got = string(reply.Body)
			if reply.Status != 200 {
				got = "500 " + got
			}
		}
		if got != r.want {
			t.Errorf("%s: got %q, want %q", r.name, got, r.want)
		}
	}
}

func FuzzReply(f *testing.F) {
	for _, r := range wires {
		f.Add([]byte(r.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, framed := range []bool{true, false} {
			r, err := readReply(bytes.NewReader(data), framed, most)
			if err != nil {
				continue
			}
			if len(r.Body) > most {
				t.Errorf("read %d bytes of body", len(r.Body))
			}
			if refusal := r.Refusal(); (refusal == nil) != (r.Status == 200) {
				t.Errorf("status %d gave %v", r.Status, refusal)
			}
		}
	})
}
