package cmd

import (
	"encoding/xml"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// awkward is a path with whatever cron, a shell, systemd or XML could read as their own.
const awkward = `/home/ada o'hara/100% & <notes> $HOME "x" \y`

func awkwardSchedule() schedule {
	return schedule{name: "mem-dream", about: "The night of " + awkward, vault: awkward, hour: 3, minute: 5, logPath: awkward + "/.mem/dream.log",
		argv: []string{"/opt/m em/mem", "dream", "--quiet", "--vault", awkward}}
}

// cron takes the backslash off a percent sign and hands the rest to a shell.
func TestACronLineReachesTheProgramAsItIs(t *testing.T) {
	s := awkwardSchedule()
	s.argv[0] = "echo"
	line := s.cronLine()
	command, found := strings.CutPrefix(line, "5 3 * * *  ")
	if !found || strings.Contains(strings.ReplaceAll(command, `\%`, ""), "%") || strings.Contains(line, "\n") {
		t.Fatalf("got %q", line)
	}
	cmd := exec.Command("/bin/sh", "-c", strings.ReplaceAll(command, `\%`, "%"))
	cmd.Args[2] = strings.Replace(cmd.Args[2], "echo ", "printf '%s\\n' ", 1)
	cmd.Env = []string{}
	out, err := cmd.Output()
	if got, want := string(out), strings.Join(s.argv[1:], "\n")+"\n"; err != nil || got != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

func TestACrontabHasTheLineOnceAndKeepsTheRest(t *testing.T) {
	s := awkwardSchedule()
	other := s
	other.vault = "/home/ada/work"
	mine := "# mine\n30 6 * * *  backup"
	once := s.inCrontab(mine, s.cronLine())
	if once != mine+"\n"+s.cronLine()+"\n" || s.inCrontab(once, s.cronLine()) != once {
		t.Errorf("got %q", once)
	}
	both := other.inCrontab(once, other.cronLine())
	if got := s.inCrontab(both, ""); got != mine+"\n"+other.cronLine()+"\n" {
		t.Errorf("taken out: %q", got)
	}
	s.hour = 4
	if got := s.inCrontab(both, s.cronLine()); strings.Count(got, s.cronMark()) != 1 || !strings.Contains(got, "5 4 * * *") {
		t.Errorf("at another time: %q", got)
	}
}

func TestAUnitLeavesNothingForSystemdToReplace(t *testing.T) {
	s := awkwardSchedule()
	files := s.systemd("/units")
	if len(files) != 2 || !strings.HasSuffix(files[0].Path, ".service") || !strings.HasSuffix(files[1].Path, ".timer") {
		t.Fatalf("got %+v", files)
	}
	want := `ExecStart="/opt/m em/mem" "dream" "--quiet" "--vault" "/home/ada o'hara/100%% & <notes> $$HOME \"x\" \\y"`
	if !strings.Contains(files[0].Text, want+"\n") {
		t.Errorf("no %s in\n%s", want, files[0].Text)
	}
	if !strings.Contains(files[1].Text, "OnCalendar=*-*-* 03:05:00\n") || strings.Contains(strings.ReplaceAll(files[1].Text, "%%", ""), "%") {
		t.Errorf("got %s", files[1].Text)
	}
}

func TestAPropertyListSaysWhatIsRun(t *testing.T) {
	s := awkwardSchedule()
	dec := xml.NewDecoder(strings.NewReader(s.launchd("/agents").Text))
	var texts []string
	for {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := token.(xml.CharData); ok && strings.TrimSpace(string(text)) != "" {
			texts = append(texts, string(text))
		}
	}
	got, want := strings.Join(texts, "|"), strings.Join(s.argv, "|")
	if !strings.Contains(got, "|ProgramArguments|"+want+"|StartCalendarInterval|Hour|3|Minute|5|") {
		t.Errorf("got %s", got)
	}
}
