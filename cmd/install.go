package cmd

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mem/internal/install"
)

// installReply is the answer of install and uninstall.
type installReply struct {
	Target  string        `json:"target"`
	Project string        `json:"project"` // "" = for the user
	Program string        `json:"program"`
	Vault   string        `json:"vault"`
	Done    bool          `json:"done"` // false: only shown
	Files   []installFile `json:"files"`
	Notes   []string      `json:"notes"` // what the user has to know or do, a sentence each
}

// installFile is what became of one file, or would.
type installFile struct {
	Path   string `json:"path"`
	Action string `json:"action"` // made, changed, removed, as it is; print
	Text   string `json:"text"`   // with --print: what belongs in
}

// schedules are the targets that are no files of an agent's host.
func schedules() []string { return []string{"cron", "systemd", "launchd"} }

func installTargets() []string {
	var out []string
	for _, t := range install.Targets() {
		out = append(out, string(t))
	}
	return append(out, schedules()...)
}

func newInstall(a *app, remove bool) *cobra.Command {
	var scope, at string
	var dry, only bool
	verb, short := "install", "Put mem into an agent's host, or the nightly run into this machine's schedule"
	long := `Make or change the files by which a host of agents starts mem: its hooks, its server of the
Model Context Protocol, its instructions. Each change is shown, touches mem's part alone, and
mem uninstall takes it back to the byte. A second time changes nothing. A file that cannot be
read, or whose part of mem's somebody changed, is left (5).

TARGET is claude-code, codex, gemini, cursor, agents-md (a block in AGENTS.md), skills (a
SKILL.md for hosts of Agent Skills), cron, systemd or launchd (as mem dream install).`
	if remove {
		verb, short = "uninstall", "Take mem out again, to the byte"
		long = `Take out what mem install put in: files and folders that it made go, files that it changed are
as they were. What others changed meanwhile stays; a part of mem's that somebody changed is
left (5).`
	}
	c := &cobra.Command{
		Use: verb + " TARGET", Short: short, Long: long,
		Example: "  mem " + verb + " claude-code --dry-run\n  mem " + verb + " codex --vault ~/notes\n  mem " + verb + " agents-md --scope project",
		Args:    cobra.ExactArgs(1), ValidArgs: installTargets(),
		RunE: func(c *cobra.Command, args []string) error {
			target := args[0]
			switch {
			case !slices.Contains(installTargets(), target):
				return usage("%q: it is one of %s", target, strings.Join(installTargets(), " "))
			case scope != "" && scope != "user" && scope != "project":
				return usage("--scope %q: it is user or project", scope)
			case slices.Contains(schedules(), target):
				if scope == "project" {
					return usage("%s is the user's: it has no --scope project", target)
				}
				return a.schedule(target, at, scheduling{remove: remove, dry: dry, only: only})
			case c.Flags().Changed("at"):
				return usage("--at is for %s", strings.Join(schedules(), ", "))
			}
			return a.install(install.Target(target), scope, scheduling{remove: remove, dry: dry, only: only})
		},
	}
	c.Flags().StringVar(&scope, "scope", "", "`where`: user (all projects) or project (default: user; agents-md: project)")
	c.Flags().BoolVar(&dry, "dry-run", false, "show what would change, and change nothing")
	if !remove {
		c.Flags().BoolVar(&only, "print", false, "print mem's part of each file, and look at none")
		c.Flags().StringVar(&at, "at", "03:00", "when, as `HH:MM`: cron, systemd, launchd")
	}
	return c
}

// scheduling says how far an installation goes.
type scheduling struct {
	remove bool
	dry    bool // the change is shown only
	only   bool // mem's part is printed, whatever is there
}

// install puts a target in, or takes it out.
func (a *app) install(target install.Target, scope string, how scheduling) error {
	place, err := a.hostPlace(target, scope, how.remove)
	if err != nil {
		return err
	}
	files, err := install.Files(target, place)
	if err != nil {
		return usage("%v", err)
	}
	reply := installReply{Target: string(target), Project: place.Project, Program: place.Program, Vault: place.Vault, Files: []installFile{}, Notes: []string{}}
	if how.only {
		return a.printParts(reply, files)
	}
	wanted := placement{Target: string(target), Project: place.Project, Program: place.Program, Vault: place.Vault, By: version()}
	if how.remove {
		if err := a.nothingUnrecorded(wanted, files); err != nil {
			return err
		}
		files = nil
	} else {
		reply.Notes = append(reply.Notes, install.Advice(target, place.Project != "")...)
	}
	p, err := a.placing(wanted, files)
	if err != nil {
		return err
	}
	return a.carryOutPlacing(p, reply, how.dry)
}

// hostPlace is where a target's files are, and what they name.
func (a *app) hostPlace(target install.Target, scope string, remove bool) (install.Place, error) {
	p := install.Place{Home: a.home(), ClaudeHome: a.env.Getenv("CLAUDE_CONFIG_DIR"), CodexHome: a.env.Getenv("CODEX_HOME"), Version: version(), Windows: runtime.GOOS == "windows"}
	if scope == "project" || scope == "" && target == install.AgentsMD {
		p.Project = a.project()
	}
	for _, dir := range []*string{&p.Home, &p.ClaudeHome, &p.CodexHome, &p.Project} {
		if *dir != "" && !filepath.IsAbs(*dir) {
			*dir = filepath.Join(a.env.Dir, *dir)
		}
	}
	if p.Home == "" && p.Project == "" {
		return p, usage("HOME is not set, so nobody knows where the host's files are")
	}
	var err error
	if p.Program, err = a.program(); err != nil {
		return p, err
	}
	if remove || target == install.Skills { // no vault is asked for
		return p, nil
	}
	e, err := a.open()
	if err != nil {
		return p, err
	}
	defer e.Close()
	if p.Vault = e.Root(); strings.ContainsFunc(p.Vault, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return p, usage("%q: a path with a control character is in no configuration", p.Vault)
	}
	return p, nil
}

// nothingUnrecorded refuses to call mem uninstalled where it is, but no record says how it
// came there.
func (a *app) nothingUnrecorded(p placement, files []install.File) error {
	record, err := a.installations()
	if err != nil || record.find(p.Target, p.Project) != nil {
		return err
	}
	for _, f := range files {
		now, err := readHome(f.Path)
		if err != nil {
			return err
		}
		_, _, err = f.Add(now.text)
		if errors.Is(err, install.ErrTaken) || errors.Is(err, install.ErrChanged) || f.Own != nil && now.text != nil {
			return &byHand{fmt.Errorf("%s has a part like mem's, and no record says that mem put it there", f.Path), "take it out by hand: mem install " + p.Target + " --print shows what mem writes"}
		}
	}
	return nil
}

// carryOutPlacing shows a placing, does it unless it is only to be shown, and answers.
func (a *app) carryOutPlacing(p *placing, reply installReply, dry bool) error {
	if !a.json && !a.quiet {
		p.diff(a)
	}
	if !dry {
		if err := p.carryOut(); err != nil {
			return err
		}
	}
	reply.Done = !dry
	reply.Notes = append(p.notes, reply.Notes...)
	for _, s := range p.steps {
		reply.Files = append(reply.Files, installFile{Path: s.path, Action: s.action()})
	}
	if a.json {
		return a.printJSON(reply)
	}
	if len(reply.Files) == 0 {
		a.printf("%s: not installed\n", reply.Target)
	}
	for _, f := range reply.Files {
		action := f.Action
		if dry && action != "as it is" {
			action = "would be " + action
		}
		a.printf("%s  %s\n", action, clean(f.Path))
	}
	for _, n := range reply.Notes {
		a.notice(n)
	}
	return nil
}

// printParts prints mem's part of each file, for those who put it in by hand.
func (a *app) printParts(reply installReply, files []install.File) error {
	for _, f := range files {
		text, _, err := f.Add(nil)
		if err != nil {
			return err
		}
		reply.Files = append(reply.Files, installFile{Path: f.Path, Action: "print", Text: string(text)})
	}
	if a.json {
		return a.printJSON(reply)
	}
	for _, f := range reply.Files {
		a.printf("# %s\n%s", clean(f.Path), clean(f.Text))
	}
	return nil
}
