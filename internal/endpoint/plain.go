package endpoint

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// plain speaks HTTP/1.1 to one server, a connection a request: no proxy, no redirects.
type plain struct {
	address string // host:port
	head    string // all of the request before its Content-Length
	most    int    // bytes of an answer that are read
}

func newPlain(u *url.URL, headers []string, most int) plain {
	port := u.Port()
	if port == "" {
		port = "80"
	}
	head := "POST " + u.RequestURI() + " HTTP/1.1\r\nHost: " + u.Host + "\r\nConnection: close\r\nAccept-Encoding: identity\r\n"
	return plain{address: net.JoinHostPort(u.Hostname(), port), head: head + strings.Join(headers, "\r\n") + "\r\n", most: most}
}

func (p plain) send(ctx context.Context, body []byte) (Reply, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", p.address)
	if err != nil {
		return Reply{}, err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })() // ends what waits
	request := fmt.Appendf(nil, "%sContent-Length: %d\r\n\r\n%s", p.head, len(body), body)
	_, sendErr := conn.Write(request) // a server that refuses a body may answer before it has read it
	r, err := readReply(conn, true, p.most)
	if err != nil {
		return Reply{}, errors.Join(sendErr, err)
	}
	return r, nil
}

// readReply reads an answer. framed says that its body is as it came over the line; else it
// is what follows the head, to the end.
func readReply(from io.Reader, framed bool, most int) (Reply, error) {
	in := bufio.NewReader(io.LimitReader(from, int64(most)))
	for {
		status, fields, err := readHead(in)
		if err != nil {
			return Reply{}, err
		}
		if status >= 100 && status < 200 { // "go on", before the answer itself
			continue
		}
		out := Reply{Status: status, after: fields["retry-after"]}
		out.Body, err = readBody(in, fields, framed, most)
		return out, err
	}
}

func readHead(in *bufio.Reader) (status int, fields map[string]string, err error) {
	line, err := readLine(in)
	if err != nil {
		return 0, nil, err
	}
	version, rest, _ := strings.Cut(line, " ")
	code, _, _ := strings.Cut(rest, " ")
	status, err = strconv.Atoi(code)
	if !strings.HasPrefix(version, "HTTP/") || err != nil || len(code) != 3 {
		return 0, nil, errNotHTTP
	}
	fields = map[string]string{}
	for range 200 {
		if line, err = readLine(in); err != nil || line == "" {
			return status, fields, err
		}
		if name, value, ok := strings.Cut(line, ":"); ok {
			fields[strings.ToLower(name)] = strings.TrimSpace(value)
		}
	}
	return 0, nil, errNotHTTP
}

// readLine reads a line of a head. One that does not fit the reader's buffer is none.
func readLine(in *bufio.Reader) (string, error) {
	line, err := in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) || errors.Is(err, io.EOF) && len(line) > 0 {
		return "", errNotHTTP
	}
	if errors.Is(err, io.EOF) {
		return "", errHungUp
	}
	return strings.TrimRight(string(line), "\r\n"), err
}

func readBody(in *bufio.Reader, fields map[string]string, framed bool, most int) ([]byte, error) {
	if framed && strings.EqualFold(fields["transfer-encoding"], "chunked") {
		return readChunks(in, most)
	}
	length := int64(-1)
	if n, err := strconv.ParseInt(fields["content-length"], 10, 64); framed && err == nil && n >= 0 {
		length = n
	}
	if length > int64(most) {
		return nil, errTooLong
	}
	if length >= 0 {
		body := make([]byte, length)
		_, err := io.ReadFull(in, body)
		return body, cutShort(err)
	}
	return io.ReadAll(in)
}

func readChunks(in *bufio.Reader, most int) ([]byte, error) {
	var body []byte
	for {
		line, err := readLine(in)
		if err != nil {
			return nil, err
		}
		size, _, _ := strings.Cut(line, ";")
		n, err := strconv.ParseUint(strings.TrimSpace(size), 16, 31)
		if err != nil {
			return nil, errNotHTTP
		}
		if n == 0 { // what may follow are more fields, which say nothing here
			return body, nil
		}
		if uint64(len(body))+n > uint64(most) {
			return nil, errTooLong
		}
		at := len(body)
		body = append(body, make([]byte, n)...)
		if _, err := io.ReadFull(in, body[at:]); err != nil {
			return nil, cutShort(err)
		}
		if line, err := readLine(in); err != nil || line != "" {
			return nil, errors.Join(errNotHTTP, err)
		}
	}
}

// cutShort says of an end that came too early what it means.
func cutShort(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errCut
	}
	return err
}
