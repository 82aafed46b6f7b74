package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mem/internal/engine"
	"mem/internal/hook"
	"mem/internal/install"
	"mem/internal/vault"
)

// diagnosis is what doctor found.
type diagnosis struct {
	Version string  `json:"version"`
	Program string  `json:"program"`
	Vault   string  `json:"vault"` // "" = none
	Red     int     `json:"red"`   // how many need somebody now
	Checks  []check `json:"checks"`
}

// check is one thing that was looked at.
type check struct {
	Area   string `json:"area"`
	State  string `json:"state"` // ok, note, red
	Text   string `json:"text"`
	Remedy string `json:"remedy"` // "" where nothing is to be done
}

func (d *diagnosis) ok(area, text string) { d.Checks = append(d.Checks, check{area, "ok", text, ""}) }

func (d *diagnosis) note(area, text, remedy string) {
	d.Checks = append(d.Checks, check{area, "note", text, remedy})
}

func (d *diagnosis) red(area, text, remedy string) {
	d.Checks = append(d.Checks, check{area, "red", text, remedy})
	d.Red++
}

func newDoctor(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "What keeps mem and the agents' hosts apart, each with its remedy; exit 3 when red",
		Long: `Look at the program, at what mem install put where and whether its hooks fired, at the
vault, its index, git's identity and the nightly run. Each finding says what to do. Exit 3
when something needs somebody now. It works without a vault, and changes no note.`,
		Example: "  mem doctor\n  mem doctor --json",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			d := diagnosis{Version: version(), Checks: []check{}}
			var err error
			if d.Program, err = a.program(); err != nil {
				return err
			}
			a.examineProgram(&d)
			a.examineInstallations(&d)
			if err := a.examineVault(c, &d); err != nil {
				return err
			}
			if d.Red > 0 {
				a.code = exitRed
			}
			if a.json {
				return a.printJSON(d)
			}
			for _, x := range d.Checks {
				if a.quiet && x.State != "red" {
					continue
				}
				a.printf("%-4s  %-11s  %s\n", x.State, x.Area, oneLine(x.Text))
				if x.Remedy != "" {
					a.printf("%19s→ %s\n", "", oneLine(x.Remedy))
				}
			}
			return nil
		},
	}
}

// examineProgram looks for other programs of the name on PATH: agents type mem.
func (a *app) examineProgram(d *diagnosis) {
	const area = "program"
	d.ok(area, d.Program+", "+d.Version)
	var found []string
	for _, dir := range filepath.SplitList(a.env.Getenv("PATH")) {
		if p := a.env.LookPath(filepath.Join(dir, "mem")); dir != "" && p != "" && !slices.Contains(found, p) {
			found = append(found, p)
		}
	}
	switch {
	case len(found) == 0:
		d.note(area, "mem is not on PATH: what an agent types is not found", "add "+filepath.Dir(d.Program)+" to PATH")
	case !sameFile(found[0], d.Program):
		d.red(area, "another program of the name is first on PATH: "+found[0], "put "+filepath.Dir(d.Program)+" before "+filepath.Dir(found[0])+" on PATH, or remove the other")
	}
	if a.env.Getenv("MEM_HOOK_DISABLE") == "1" {
		d.note("hooks", "MEM_HOOK_DISABLE=1 turns all hooks off here", "unset MEM_HOOK_DISABLE")
	}
}

// examineInstallations compares the record of mem install with the files.
func (a *app) examineInstallations(d *diagnosis) {
	record, err := a.installations()
	if err != nil {
		d.red("hosts", err.Error(), hintOf(err))
		return
	}
	if len(record.Targets) == 0 {
		d.note("hosts", "mem is installed in no host of agents", "mem install claude-code, or codex, gemini, cursor, agents-md, skills")
	}
	for _, p := range record.Targets {
		a.examineTarget(d, &p)
	}
}

func (a *app) examineTarget(d *diagnosis, p *placement) {
	area, again := p.Target, "mem install "+p.Target
	if kind, _, scheduled := strings.Cut(p.Target, " "); scheduled {
		area, again = kind, "mem install "+kind+" --vault "+shellWord(p.Vault)
	}
	if p.Project != "" {
		again = "cd " + shellWord(p.Project) + " && " + again + " --scope project"
	}
	before := d.Red
	for _, f := range p.Files {
		now, err := readHome(f.Path)
		if err != nil {
			d.red(area, err.Error(), again)
		} else if !f.Stands(now.text) {
			d.red(area, "mem's part of "+f.Path+" is gone, or was changed", again+"; it says what to do by hand")
		}
	}
	switch runs := a.env.LookPath(p.Program); {
	case p.Target == string(install.Skills) || p.Target == string(install.AgentsMD) && p.Project != "": // they name no path
	case runs == "":
		d.red(area, "it runs "+p.Program+", which is not there", again)
	case !sameFile(runs, d.Program):
		d.note(area, "it runs another mem than this: "+p.Program, again+" names this one")
	}
	if d.Red > before {
		return
	}
	if p.By != d.Version {
		d.note(area, "installed by mem "+p.By, again+" brings it up to date")
	}
	if host := hook.Harness(p.Target); slices.Contains(hook.Harnesses(), host) {
		a.examineHooks(d, p, host)
		return
	}
	d.ok(area, "in place")
}

// examineHooks asks the vault of an installation whether the host's hooks were answered.
func (a *app) examineHooks(d *diagnosis, p *placement, host hook.Harness) {
	area := p.Target
	e, err := engine.Open(p.Vault, a.options())
	if err != nil {
		d.red(area, "its vault cannot be opened: "+err.Error(), "mem init "+shellWord(p.Vault)+", or mem install "+p.Target+" --vault DIR")
		return
	}
	defer e.Close()
	h := e.Hooks()
	fired := h.Fired[host]
	switch {
	case fired.IsZero():
		remedy := "begin a session there, then look again"
		if host == hook.Codex {
			remedy = "Codex runs a hook once you trust it: /hooks in Codex; then begin a session"
		}
		d.note(area, "in place, and no hook has fired yet", remedy)
	case h.Failed.After(fired):
		d.red(area, fmt.Sprintf("the last hook failed, %d in a week: %s", h.Failures, h.Reason), "see .mem/hooks.log in "+p.Vault)
	default:
		d.ok(area, "in place; a hook fired "+fired.UTC().Format("2006-01-02T15:04:05Z"))
	}
}

// examineVault looks at the vault that a command would use here.
func (a *app) examineVault(c *cobra.Command, d *diagnosis) error {
	e, err := a.open()
	if errors.Is(err, vault.ErrNoVault) {
		d.note("vault", "there is none here", cmp.Or(judge(err).hint, hintOf(err)))
		return nil
	}
	if err != nil {
		d.red("vault", err.Error(), cmp.Or(hintOf(err), judge(err).hint))
		return nil
	}
	defer e.Close()
	d.Vault = e.Root()
	s, err := e.Look(c.Context())
	if err != nil {
		return err
	}
	for _, r := range s.Red {
		d.red("vault", r, remedyOf(r))
	}
	if len(s.Red) == 0 {
		d.ok("vault", fmt.Sprintf("%s: %d active, %d unfiled", s.Root, s.Counts["active"], s.Counts["unfiled"]))
		d.ok("index", fmt.Sprintf("%d notes of %d files", s.Index.Notes, s.Index.Files))
	}
	a.examineGit(d, s.Git)
	a.examineNight(d, s)
	return nil
}

// remedyOf is what to do about a red line of status.
func remedyOf(red string) string {
	switch {
	case strings.HasPrefix(red, "no dream"):
		return "mem dream; then mem install cron, or systemd, launchd, so that it is not forgotten"
	case strings.Contains(red, "unfiled"):
		return "mem dream"
	case strings.HasPrefix(red, "the index"):
		return "mem index rebuild"
	case strings.HasPrefix(red, "the history"):
		return "git fsck in the vault; a clone or a backup has what is missing"
	}
	return "mem check names each file and what to do"
}

func (a *app) examineGit(d *diagnosis, g engine.GitHealth) {
	if g.Problem != "" && !g.Damaged { // damage is red already
		d.note("git", g.Problem, "mem init "+shellWord(d.Vault)+" makes what is missing; else finish what git is at")
	}
	if g.OK {
		d.ok("git", "on "+g.Branch)
	}
	for _, n := range g.Notes {
		remedy := ""
		if strings.HasPrefix(n, "git knows no name") {
			remedy = "git config --global user.name 'Your Name' && git config --global user.email you@example.org"
		}
		d.note("git", n, remedy)
	}
}

// examineNight says whether nights are run, and by what.
func (a *app) examineNight(d *diagnosis, s engine.Status) {
	by := a.scheduledBy(d.Vault)
	switch {
	case by == "" && s.Dream.Last == "":
		d.note("dream", "no night has run, and none is scheduled", "mem install cron, or systemd, launchd")
	case by == "":
		d.note("dream", "the last night was "+s.Dream.Last+"; this machine schedules none", "mem install cron, or systemd, launchd; nothing, if another machine does it")
	case s.Dream.Last == "":
		d.note("dream", "scheduled by "+by+", and no night has run yet", "look again tomorrow, or: mem dream")
	default:
		d.ok("dream", "the last night was "+s.Dream.Last+"; scheduled by "+by)
	}
}

// scheduledBy is what runs the nights of a vault on this machine, "" for nothing.
func (a *app) scheduledBy(root string) string {
	s := schedule{name: nightName, vault: root}
	record, err := a.installations()
	if err == nil {
		for _, p := range record.Targets {
			if kind, id, ok := strings.Cut(p.Target, " "); ok && id == s.id() {
				return kind
			}
		}
	}
	program := a.env.LookPath("crontab")
	if program == "" {
		return ""
	}
	var table strings.Builder
	if err := a.env.Run("", strings.NewReader(""), &table, &strings.Builder{}, program, "-l"); err != nil {
		return ""
	}
	if s.inCrontab(table.String(), "") != table.String() {
		return "cron"
	}
	return ""
}
