package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mem/internal/gitlog"
	"mem/internal/install"
)

// scheduled is the reply of dream install and uninstall.
type scheduled struct {
	Kind  string   `json:"kind"`
	Vault string   `json:"vault"`
	Line  string   `json:"line"`  // of the crontab, "" for the others
	Files []placed `json:"files"` // of systemd and launchd
	Done  bool     `json:"done"`  // false: only printed
	Next  string   `json:"next"`  // the command that is still to be run, "" when none is
}

func newDreamInstall(a *app, remove bool) *cobra.Command {
	var only bool
	var at string
	use, short := "install cron|systemd|launchd", "Have this machine dream every night"
	if remove {
		use, short = "uninstall cron|systemd|launchd", "Take the nightly run out of this machine's schedule"
	}
	c := &cobra.Command{
		Use: use, Short: short,
		Long: short + `, by cron, systemd (a user unit and its timer) or launchd. The paths of the
program and of the vault are absolute, and no environment is needed. Doing it twice is
doing it once; each vault has a schedule of its own.`,
		Example: "  mem dream " + use[:strings.IndexByte(use, ' ')] + " cron\n  mem dream " + use[:strings.IndexByte(use, ' ')] + " systemd --print",
		Args:    cobra.ExactArgs(1), ValidArgs: []string{"cron", "systemd", "launchd"},
		RunE: func(c *cobra.Command, args []string) error {
			return a.schedule(args[0], at, scheduling{remove: remove, only: only})
		},
	}
	c.Flags().BoolVar(&only, "print", false, "print it, and change nothing")
	if !remove {
		c.Flags().StringVar(&at, "at", "03:00", "when, as `HH:MM`")
	}
	return c
}

// schedule puts the night into a schedule of this machine, or takes it out.
func (a *app) schedule(kind, at string, how scheduling) error {
	s, err := a.nightly(at)
	if err != nil {
		return err
	}
	out := scheduled{Kind: kind, Vault: s.vault, Files: []placed{}}
	switch kind {
	case "cron":
		out.Line = s.cronLine()
	case "systemd":
		out.Files = s.systemd(a.unitFolder())
		out.Next = "systemctl --user daemon-reload && systemctl --user enable --now " + s.id() + ".timer"
		if how.remove {
			out.Next = "systemctl --user disable --now " + s.id() + ".timer; systemctl --user daemon-reload"
		}
	case "launchd":
		out.Files = []placed{s.launchd(filepath.Join(a.home(), "Library", "LaunchAgents"))}
		out.Next = "launchctl bootstrap gui/$(id -u) " + shellWord(out.Files[0].Path)
		if how.remove {
			out.Next = "launchctl bootout gui/$(id -u)/localhost." + s.id()
		}
	default:
		return usage("%q: it is one of cron systemd launchd", kind)
	}
	if !how.only {
		if out.Done, err = a.place(&s, out, how); err != nil {
			return err
		}
	}
	if a.json {
		return a.printJSON(out)
	}
	if out.Done || how.only {
		a.scheduled(out, how.remove)
	}
	return nil
}

// nightName is what the schedule of a night is called.
const nightName = "mem-dream"

// nightly is the schedule of the vault's night.
func (a *app) nightly(at string) (schedule, error) {
	e, err := a.open()
	if err != nil {
		return schedule{}, err
	}
	defer e.Close()
	program, err := a.program()
	if err != nil {
		return schedule{}, err
	}
	s := schedule{name: nightName, about: "The night of " + e.Root(), vault: e.Root(), logPath: filepath.Join(e.Root(), ".mem", "dream.log")}
	s.argv = []string{program, "dream", "--quiet", "--vault", s.vault}
	for _, w := range s.argv {
		if strings.ContainsFunc(w, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return schedule{}, usage("%q: a path with a control character is in no schedule", w)
		}
	}
	if at != "" {
		t, err := time.Parse("15:04", at)
		if err != nil {
			return schedule{}, usage("--at %q: it is a time of the day, such as 03:00", at)
		}
		s.hour, s.minute = t.Hour(), t.Minute()
	}
	return s, nil
}

// unitFolder is where systemd looks for a user's own units.
func (a *app) unitFolder() string {
	dir := a.env.Getenv("XDG_CONFIG_HOME")
	if dir == "" {
		dir = filepath.Join(a.home(), ".config")
	}
	return filepath.Join(dir, "systemd", "user")
}

// place puts a schedule where it belongs, or takes it away; done says whether that was more
// than shown. What changes is shown where it is not the answer's to say.
func (a *app) place(s *schedule, out scheduled, how scheduling) (done bool, err error) {
	if out.Line != "" {
		line := out.Line
		if how.remove {
			line = ""
		}
		return !how.dry, a.editCrontab(s, line, how.dry)
	}
	if !filepath.IsAbs(out.Files[0].Path) {
		return false, usage("HOME is not set: --print says what belongs where")
	}
	var files []install.File
	for _, f := range out.Files {
		if !how.remove {
			files = append(files, install.File{Path: f.Path, Own: []byte(f.Text)})
		}
	}
	p, err := a.placing(placement{Target: out.Kind + " " + s.id(), Program: s.argv[0], Vault: s.vault, By: version()}, files)
	if err != nil {
		return false, err
	}
	p.mode, p.dirs = 0o644, 0o755
	if how.dry {
		p.diff(a)
		return false, nil
	}
	return true, p.carryOut()
}

// editCrontab puts the line into the user's crontab, through the crontab program.
func (a *app) editCrontab(s *schedule, line string, dry bool) error {
	program := a.env.LookPath("crontab")
	if program == "" {
		return errors.New("there is no crontab program here: mem dream install cron --print gives the line")
	}
	var before, said bytes.Buffer
	if err := a.env.Run("", strings.NewReader(""), &before, &said, program, "-l"); err != nil && !strings.Contains(said.String(), "no crontab") {
		return fmt.Errorf("read the crontab: %w: %s", err, clean(strings.TrimSpace(said.String())))
	}
	after := s.inCrontab(before.String(), line)
	if after == before.String() {
		return nil
	}
	if dry {
		a.diff(gitlog.FileDiff{Path: "crontab", Before: before.Bytes(), After: []byte(after)})
		return nil
	}
	said.Reset()
	if err := a.env.Run("", strings.NewReader(after), &said, &said, program, "-"); err != nil {
		return fmt.Errorf("write the crontab: %w: %s", err, clean(strings.TrimSpace(said.String())))
	}
	return nil
}

func (a *app) scheduled(out scheduled, remove bool) {
	switch {
	case !out.Done && out.Line != "":
		a.printf("%s\n", out.Line)
		return
	case !out.Done:
		for _, f := range out.Files {
			if len(out.Files) > 1 {
				a.printf("# %s\n", clean(f.Path))
			}
			a.printf("%s", f.Text)
		}
		return
	case out.Line != "" && remove:
		a.printf("taken out of the crontab\n")
	case out.Line != "":
		a.printf("in the crontab: %s\n", clean(out.Line))
	}
	for _, f := range out.Files {
		verb := "written"
		if remove {
			verb = "removed"
		}
		a.printf("%s  %s\n", verb, clean(f.Path))
	}
	if out.Next != "" {
		a.printf("now run: %s\n", clean(out.Next))
	}
}
