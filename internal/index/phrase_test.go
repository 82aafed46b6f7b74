package index

import "testing"

func TestPhrasesAreWhatStandsInQuotes(t *testing.T) {
	for _, row := range []struct {
		question, text string
		want           float64
	}{
		{`who sings "the crane driver"`, "The crane drivers sang.", 1}, // by its stems
		{`who sings "the crane driver"`, "The driver of the crane sang.", 0},
		{`is it "blue lathe" or "red press"`, "We sold the red press.", 0.5},
		{"wer hat „die große Säge“ bestellt", "Die grosse Sage kam an.", 1},
		{"qui a commandé « la grande scie »", "On attend la grande scie.", 1},
		{"»zwei Räder« fehlen", "Es sind zwei Räder.", 1},
		{"”två hjul” saknas", "Det är två hjul.", 1},
		{"“two wheels” and ‘three axles’", "Two wheels, no axle.", 0.5},
		{"「青い旋盤」はどこ", "青い旋盤は二階です", 1},
		{"'Walk for Hunger' event", "The walk for hunger was wet.", 1},
		{"what is 'Ada's blue lathe' worth", "Ada's blue lathe was sold.", 1},
		{`"blue lathe"`, "", 0},
	} {
		p := NewPhrases(row.question)
		if p == nil {
			t.Errorf("%s: no phrase", row.question)
		} else if got := p.In(row.text); got != row.want {
			t.Errorf("%s: in %q %v, want %v", row.question, row.text, got, row.want)
		}
	}
}

func TestAMarkAloneIsNoQuote(t *testing.T) {
	for _, question := range []string{
		"", `"`, `say "hi there`, `"one" word`, `"" and ''`, "don't stop Ada's lathe", "the dogs' bowl is blue", "„nie zu", "5'11\" tall men",
		"rock ’n’ roll", "」backwards「", "\xff\"\xfe",
	} {
		if p := NewPhrases(question); p != nil {
			t.Errorf("%s: got %q", question, p.all)
		}
	}
}

func FuzzPhrases(f *testing.F) {
	for _, text := range []string{`a "b c" d`, "„x y“ »a b« 'c d' 「あい」", "'", "\xff\"a b\"", "‘a ’b c’"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := NewPhrases(text)
		if p == nil {
			return
		}
		if share := p.In(text); share < 0 || share > 1 {
			t.Errorf("%q: share %v", text, share)
		}
	})
}
