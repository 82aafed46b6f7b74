package gitfile

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestEncodeCommitIsWhatCommitTreeMakes(t *testing.T) {
	zone := func(hours, minutes int) *time.Location {
		return time.FixedZone("", (hours*60+minutes)*60)
	}
	who := Person{"Ada", "ada@example.org", time.Unix(1754200000, 0).In(zone(2, 0))}
	tests := []struct {
		name              string
		author, committer Person
		parents           int
		message, want     string
	}{
		{"a root commit", who, who, 0, "subject\n", "subject\n"},
		{"a merge of three", who, who, 3, "subject\n\nbody\n", "subject\n\nbody\n"},
		{"zones west and of half hours", Person{"A", "a", who.When.In(zone(-3, -30))}, Person{"B", "b", who.When.In(zone(5, 45))}, 1, "s\n", "s\n"},
		{"the zone of Greenwich", Person{"A", "a", who.When.UTC()}, who, 1, "s\n", "s\n"},
		{"names with what would end them", Person{"A<d>a\nLove", "a<da>@x\ny", who.When}, who, 1, "s\n", "s\n"},
		{"names with punctuation around", Person{` "Ada, " `, " <ada@example.org>; ", who.When}, who, 1, "s\n", "s\n"},
		{"names that are not Latin", Person{"エイダ", "ada@例え.jp", who.When}, who, 1, "題\n", "題\n"},
		{"no address", Person{"mem", "", who.When}, who, 1, "s\n", "s\n"},
		{"a message without a newline", who, who, 1, "subject", "subject\n"},
		{"a message with many newlines around", who, who, 1, "\n \n\nsubject\n\nbody\n\n\n", "subject\n\nbody\n"},
		{"a message with CRLF and NUL", who, who, 1, "sub\x00ject\r\n\r\nKey: value\r\n", "subject\n\nKey: value\n"},
		{"a message that is no UTF-8", who, who, 1, "caf\xe9", "caf\ufffd\n"},
		{"a body that begins with blanks", who, who, 1, "subject\n\n  indented\n", "subject\n\n  indented\n"},
		{"the first second", Person{"A", "a", time.Unix(0, 0).UTC()}, who, 1, "s\n", "s\n"},
	}
	r := newRepo(t)
	tree := r.pipe("", "mktree")
	first := r.pipe("first", "commit-tree", tree)
	second := r.pipe("second", "commit-tree", tree)
	third := r.pipe("third", "commit-tree", tree)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := Commit{Tree: mustHash(t, tree), Author: tt.author, Committer: tt.committer, Message: tt.message}
			args := []string{"commit-tree", tree}
			for _, p := range []string{first, second, third}[:tt.parents] {
				c.Parents = append(c.Parents, mustHash(t, p))
				args = append(args, "-p", p)
			}
			got, err := EncodeCommit(c)
			if err != nil {
				t.Fatal(err)
			}
			want := r.asPeople(tt.author, tt.committer, tt.want, args...)
			if h := fmt.Sprintf("%x", HashOf(KindCommit, got)); h != want {
				t.Errorf("got %q, want %q", got, r.git("cat-file", "commit", want))
			}
			r.pipe(string(got), "hash-object", "-w", "-t", "commit", "--stdin")
		})
	}
	if out := r.git("fsck", "--strict"); strings.Contains(out, "error") {
		t.Error(out)
	}
}

// asPeople runs git with the people of a commit in its environment.
func (r repo) asPeople(author, committer Person, stdin string, args ...string) string {
	r.t.Helper()
	var env []string
	for role, p := range map[string]Person{"AUTHOR": author, "COMMITTER": committer} {
		env = append(env, "GIT_"+role+"_NAME="+p.Name, "GIT_"+role+"_EMAIL="+p.Mail,
			fmt.Sprintf("GIT_%s_DATE=@%d %s", role, p.When.Unix(), p.When.Format("-0700")))
	}
	out, err := r.run(stdin, env, args...)
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return out
}

func TestEncodeCommitRefusesWhatGitCannotRead(t *testing.T) {
	good := Person{"Ada", "ada@example.org", time.Unix(1754200000, 0)}
	for _, tt := range []struct {
		name              string
		author, committer Person
	}{
		{"an author without a name", Person{"", "a@b", good.When}, good},
		{"a committer of punctuation", good, Person{" <,> ", "a@b", good.When}},
		{"a time before 1970", Person{"Ada", "a@b", time.Unix(-1, 0)}, good},
		{"no time", Person{Name: "Ada"}, good},
	} {
		if got, err := EncodeCommit(Commit{Author: tt.author, Committer: tt.committer, Message: "s"}); err == nil {
			t.Errorf("%s: got %q", tt.name, got)
		}
	}
}
