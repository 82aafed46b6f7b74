package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// section is a table with a heading.
type section struct {
	title string
	rows  []row
}

// document renders everything as docs/performance.md has it.
func (b *bench) document(ctx context.Context, command string, today time.Time, sections []section, said []measure) string {
	var d strings.Builder
	d.WriteString("# Performance\n\n")
	d.WriteString("mem against what one would use instead, measured in the same run, in turn, as whole processes. Each figure is a ratio of medians; a smaller `×` and a larger `as fast` are better. Counts and sizes are plain. Seconds are not shown: they say more of the machine than of mem.\n\n")
	fmt.Fprintf(&d, "- Machine: %s, %d cores, %s/%s, %s\n", cpuModel(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, b.memory())
	fmt.Fprintf(&d, "- Date: %s\n- Command: `%s`\n- Programs: %s\n\n", today.UTC().Format(time.DateOnly), command, strings.Join(b.programs(ctx), "; "))
	for _, s := range sections {
		fmt.Fprintf(&d, "## %s\n\n%s\n", s.title, table(s.rows))
	}
	d.WriteString("## What each row stands for\n\n")
	for _, m := range said {
		fmt.Fprintf(&d, "- **%s**: %s\n", m.name, m.says)
	}
	fmt.Fprintf(&d, "\nThe corpus is made by the bench, the same for the same month: words by Zipf's law, headings, lists, code, identifiers, links, 300 to 1,500 bytes of text, over 3 to 36 months up to this one; git has it in one packed commit. Caches are warm unless a row says otherwise. A measure is taken by name with `--only`; the column runs says how often each side ran.\n")
	return d.String()
}

// programs names the versions of what is compared.
func (b *bench) programs(ctx context.Context) []string {
	out := []string{runtime.Version()}
	for _, argv := range [][]string{{b.binary, "version"}, {"git", "--version"}, {b.lab.grep[0], "--version"}} {
		if d, err := b.run(ctx, b.place, "", argv...); err == nil {
			first, _, _ := strings.Cut(strings.TrimSpace(d.out), "\n")
			out = append(out, first)
		}
	}
	if b.lab.python != "" {
		if d, err := b.run(ctx, b.place, "", b.pythonArgv(b.lab.python, "-c", "import sqlite3, sys; print('Python', sys.version.split()[0], 'with SQLite', sqlite3.sqlite_version)")...); err == nil {
			out = append(out, strings.TrimSpace(d.out))
		}
	}
	if b.lab.sqlite3 != "" {
		if d, err := b.run(ctx, b.place, "", b.lab.sqlite3, "--version"); err == nil {
			out = append(out, "sqlite3 "+strings.Fields(d.out + " ?")[0])
		}
	}
	return out
}

func cpuModel() string {
	if name := procLine("/proc/cpuinfo", "model name"); name != "" {
		return name
	}
	return "a processor that does not tell its name"
}

func (b *bench) memory() string {
	if total := procLine("/proc/meminfo", "MemTotal"); total != "" {
		return total + " of memory"
	}
	return "memory unknown"
}

// procLine is the value of the first line of a file that begins with a name and a colon.
func procLine(path, name string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
