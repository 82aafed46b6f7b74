package cmd

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"path/filepath"
	"strings"
)

// A schedule is a command of mem that a machine is to run once a day, told to cron, systemd
// or launchd. It is text alone: who installs it writes the files.
type schedule struct {
	name    string   // what is run: "mem-dream"
	about   string   // one line for people
	vault   string   // absolute
	argv    []string // the program first, absolute
	hour    int
	minute  int
	logPath string // what launchd, which sends no mail, appends the output to
}

// placed is a text and the file that it belongs into.
type placed struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// id is a name of the schedule that no other vault's has.
func (s *schedule) id() string {
	sum := sha256.Sum256([]byte(s.vault))
	return s.name + "-" + hex.EncodeToString(sum[:4])
}

// cronMark ends the line of the schedule in a crontab: it is known by it.
func (s *schedule) cronMark() string { return "# " + s.id() }

// cronLine is the line of a crontab. The words are quoted for the shell; a percent sign,
// which is a new line to cron wherever it stands, has a backslash, which cron takes away.
func (s *schedule) cronLine() string {
	words := make([]string, len(s.argv))
	for i, w := range s.argv {
		words[i] = shellWord(w)
	}
	command := strings.ReplaceAll(strings.Join(words, " "), "%", `\%`)
	return fmt.Sprintf("%d %d * * *  %s  %s", s.minute, s.hour, command, s.cronMark())
}

// shellWord quotes a word for a shell where it has to be.
func shellWord(w string) string {
	plain := w != "" && !strings.ContainsFunc(w, func(r rune) bool {
		return r >= 0x80 || !strings.ContainsRune("-_./=:,+@", r) && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if plain {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// inCrontab is a crontab with the line, once; without it where the line is "". Every other
// line stays as it is.
func (s *schedule) inCrontab(before, line string) string {
	var b strings.Builder
	for l := range strings.Lines(before) {
		if !strings.HasSuffix(strings.TrimRight(l, " \t\r\n"), s.cronMark()) {
			b.WriteString(l)
		}
	}
	if line == "" {
		return b.String()
	}
	if text := b.String(); text != "" && !strings.HasSuffix(text, "\n") {
		b.WriteByte('\n')
	}
	return b.String() + line + "\n"
}

// systemd returns the service and its timer, for the folder of the user's units.
func (s *schedule) systemd(dir string) []placed {
	words := make([]string, len(s.argv))
	for i, w := range s.argv {
		words[i] = systemdWord(w)
	}
	// of a description only the percent sign is read
	about := strings.ReplaceAll(s.about, "%", "%%")
	return []placed{
		{filepath.Join(dir, s.id()+".service"), fmt.Sprintf("[Unit]\nDescription=%s\n\n[Service]\nType=oneshot\nNice=10\nExecStart=%s\n", about, strings.Join(words, " "))},
		{filepath.Join(dir, s.id()+".timer"), fmt.Sprintf("[Unit]\nDescription=%s, every night\n\n[Timer]\nOnCalendar=*-*-* %02d:%02d:00\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n", about, s.hour, s.minute)},
	}
}

// systemdWord quotes a word for a command line of systemd: no specifier, no variable and no
// escape is left in it.
func systemdWord(w string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "%", "%%", "$", "$$").Replace(w) + `"`
}

// launchd returns the property list, for the folder of the user's agents.
func (s *schedule) launchd(dir string) placed {
	label := "localhost." + s.id()
	var args strings.Builder
	for _, w := range s.argv {
		args.WriteString("\t\t<string>" + xmlText(w) + "</string>\n")
	}
	return placed{filepath.Join(dir, label+".plist"), fmt.Sprintf(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key>
	<string>%s</string>
	<key>ProgramArguments</key>
	<array>
%s	</array>
	<key>StartCalendarInterval</key>
	<dict>
		<key>Hour</key>
		<integer>%d</integer>
		<key>Minute</key>
		<integer>%d</integer>
	</dict>
	<key>StandardOutPath</key>
	<string>%s</string>
	<key>StandardErrorPath</key>
	<string>%s</string>
</dict>
</plist>
`, xmlText(label), args.String(), s.hour, s.minute, xmlText(s.logPath), xmlText(s.logPath))}
}

func xmlText(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a builder takes all
	return b.String()
}
