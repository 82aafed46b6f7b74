package endpoint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os/exec"
	"strings"
	"time"
)

// curl asks a server by the curl program, for https. What it is to do, the key and the texts
// go to its standard input: no other process can read them off its command line.
type curl struct {
	program string
	env     []string
	config  string // all but the body
	most    int    // bytes of an answer that are read
}

func newCurl(program string, env []string, u *url.URL, headers []string, most int) curl {
	lines := []string{"silent", "show-error", "include", "http1.1", "suppress-connect-headers", `proto = "=https"`, "url = " + quoted(u.String())}
	for _, h := range append(headers, "Expect:") { // no asking before the body is sent
		lines = append(lines, "header = "+quoted(h))
	}
	return curl{program: program, env: env, config: strings.Join(lines, "\n") + "\n", most: most}
}

// maxLine is the most that curl reads as one line of its configuration, with room to spare.
const maxLine = 90 << 10

func (c curl) send(ctx context.Context, body []byte) (Reply, error) {
	data := "data-binary = " + quoted(string(body)) + "\n"
	if len(data) > maxLine {
		return Reply{Status: 413}, nil
	}
	cmd := exec.CommandContext(ctx, c.program, "-q", "--config", "-")
	cmd.Env, cmd.WaitDelay = c.env, time.Second
	cmd.Stdin = strings.NewReader(c.config + data)
	out, complaint := &bounded{room: c.most}, &bounded{room: 4 << 10}
	cmd.Stdout, cmd.Stderr = out, complaint
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return Reply{}, ctx.Err()
		}
		said := strings.Join(strings.Fields(complaint.kept.String()), " ")
		if said == "" {
			said = err.Error()
		}
		return Reply{}, errors.New(said)
	}
	if out.room == 0 {
		return Reply{}, errTooLong
	}
	return readReply(&out.kept, false, c.most)
}

// quoted is a value as curl's configuration takes it.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s) + `"`
}

// bounded keeps what fits, and drops the rest.
type bounded struct {
	kept bytes.Buffer // not embedded: its ReadFrom knows no bound
	room int
}

func (b *bounded) Write(p []byte) (int, error) {
	kept := p[:min(len(p), b.room)]
	b.room -= len(kept)
	b.kept.Write(kept)
	return len(p), nil
}

// errNoCurl says what is missing for https.
func errNoCurl(u *url.URL) error {
	return fmt.Errorf("%s://%s is asked by the curl program, and there is none in PATH", u.Scheme, u.Host)
}
