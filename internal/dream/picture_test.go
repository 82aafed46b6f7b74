package dream_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"mem/internal/dream"
	"mem/internal/memory"
)

// web is a vault of notes about three entities, each with a link to an earlier one, some replaced.
func web(n int) dream.Snapshot {
	about := []memory.Slug{"atlas", "sam-ito", "sam-okafor"}
	var notes []memory.Note
	for i := range n {
		notes = append(notes, note(fmt.Sprintf("fact-%03d", i), 1+i%10, fmt.Sprintf("Fact %d of [[%s]], after [[fact-%03d]].", i, about[i%3], i/2)))
		if i%20 == 19 {
			notes[i].Status, notes[i].SupersededBy = memory.Superseded, memory.Slug(fmt.Sprintf("fact-%03d", i-1))
		}
	}
	for _, e := range about {
		notes = append(notes, note(string(e), 9, "About it.", kind(memory.Entity)))
	}
	return vault(notes...)
}

// withTrend is a night after others whose figures are known, one of them without a recall.
func withTrend(t *testing.T) dream.Report {
	s := web(40)
	for i := range 20 {
		s.Scores = append(s.Scores, dream.Score{Day: fmt.Sprintf("2026-07-%02d", i+1), Unfiled: i * 7 % 5, Notes: 30 + i/2, Copies: i % 3, Recall: float64(i%4) * 0.3})
	}
	return report(t, s, dream.Policy{})
}

func TestGraphIsAPictureThatEveryReaderCanTake(t *testing.T) {
	golden(t, "everything.svg.golden", dream.Graph(everything(t)))
	golden(t, "web.svg.golden", dream.Graph(withTrend(t)))
	wild := report(t, vault(note("a&b<c>\"\x00\ufffe", 1, "The lathe needs oil. [[a&b<c>\"\x00\ufffe]]", unfiled)), dream.Policy{})
	for name, r := range map[string]dream.Report{
		"everything": everything(t), "an empty vault": report(t, vault(), dream.Policy{}),
		"a large vault": report(t, crowd(500), dream.Policy{}), "wild names": wild,
		"a large vault with links": report(t, web(200), dream.Policy{}), "figures of a quarter": withTrend(t),
	} {
		got := dream.Graph(r)
		d := xml.NewDecoder(bytes.NewReader(got))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: not XML: %v\n%s", name, err, got)
			}
			if e, ok := token.(xml.StartElement); ok && (e.Name.Local == "script" || e.Name.Local == "image" || e.Name.Local == "a") {
				t.Errorf("%s: has <%s>", name, e.Name.Local)
			}
		}
		r.Snapshot = shuffled(r.Snapshot, 3)
		if again := dream.Graph(r); !bytes.Equal(again, got) {
			t.Errorf("%s: another picture of the same vault", name)
		}
	}
}

func TestGraphShowsThePartOfALargeVaultThatHangsTogether(t *testing.T) {
	got := string(dream.Graph(report(t, web(200), dream.Policy{})))
	for _, want := range []string{">atlas</text>", ">sam-ito</text>", ">sam-okafor</text>", "143 notes not drawn"} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q", want)
		}
	}
	if n := strings.Count(got, "<title>") - 1; n != 60 {
		t.Errorf("got %d notes drawn, want 60", n)
	}
}

func TestScoreIsReadFromTheBriefThatHoldsIt(t *testing.T) {
	full := dream.Score{Day: "2026-08-03", Unfiled: 3, Notes: 414, Copies: 2, Eye: 7, KiB: 812, Waits: 5, Recall: 0.97}
	for _, row := range []struct {
		name, page string
		want       dream.Score
		ok         bool
	}{
		{"as it was written", "# Night\n" + full.String() + "\n", full, true},
		{"the last of two", dream.Score{Notes: 1}.String() + "\n" + full.String(), full, true},
		{"with line ends of another kind", full.String() + "\r\n", full, true},
		{"no line", "# Night\n", dream.Score{}, false},
		{"a line that never ends", "<!-- mem:score notes=4", dream.Score{}, false},
		{"figures that are none", "<!-- mem:score notes=-4 eye=x kib=99999999999999999999 recall=NaN more=1 copies=2 -->", dream.Score{Day: "2026-08-03", Copies: 2}, true},
		{"a share above one", "<!-- mem:score recall=7 -->", dream.Score{Day: "2026-08-03"}, true},
	} {
		if got, ok := dream.ScoreOf("2026-08-03", []byte(row.page)); got != row.want || ok != row.ok {
			t.Errorf("%s: got %+v %v, want %+v %v", row.name, got, ok, row.want, row.ok)
		}
	}
}

func TestTheScoreCountsNearCopiesApartFromWhatDisagrees(t *testing.T) {
	r := everything(t)
	r.Probe.After = 0.75
	count := func(k dream.Kind) (n int) {
		for _, l := range r.Plan.Listed {
			if l.Kind == k {
				n++
			}
		}
		return n
	}
	if got := r.Score(); count(dream.Disagree) == 0 || got.Copies != count(dream.NearCopies) || got.Recall != 0.75 {
		t.Errorf("%d near copies and %d that disagree are listed: got %+v", count(dream.NearCopies), count(dream.Disagree), got)
	}
}
