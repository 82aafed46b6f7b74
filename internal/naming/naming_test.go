package naming

import (
	"slices"
	"testing"
)

func TestNames(t *testing.T) {
	for _, row := range []struct {
		what  string
		notes []string
		want  []string // of the first note
	}{
		{"people, houses and projects", []string{"Yesterday Ada Lovelace met Ben at the Hopper Library about Faithful Chains."}, []string{"Ada Lovelace", "Ben", "Hopper Library", "Faithful Chains"}},
		{"what belongs to somebody", []string{"The key is Ada's, and that is Ben King's."}, []string{"Ada", "Ben King"}},
		{"a particle between", []string{"We asked Vincent van Gogh and Ludwig van der Rohe."}, []string{"Vincent van Gogh"}},
		{"the first word of a sentence, which is a name elsewhere", []string{"Ada paints.", "We asked Ada."}, []string{"Ada"}},
		{"the first word, which is none", []string{"Kettles boil. Asked Ada.", "We like kettles and Ada."}, []string{"Ada"}},
		{"a word that is written small too", []string{"We met at the Mill by Rose.", "A mill, a rose."}, nil},
		{"a mark, an honorific or a digit behind a word", []string{"We met Dr. Ada, Ben; then Grace! Then Room2 and Hopper."}, []string{"Ada", "Ben", "Grace", "Hopper"}},
		{"names of three spellings", []string{"We met O'Brien, McNeil and Jean-Luc."}, []string{"O'Brien", "McNeil", "Jean-Luc"}},
		{"a full name that only begins sentences, once without its capital", append([]string{"Sam Okafor has the key.", "sam Okafor sits in room 4."},
			"Sam Okafor sings.", "Sam Ito rows.", "Sam Okafor left.", "Sam Ito came.", "Sam Okafor cooks.", "Sam Ito reads.", "Sam Okafor sleeps.", "Sam Ito ran.", "Sam Ito ate."), []string{"Sam Okafor"}},
		{"a verb before a name, which stands without it too", append([]string{"Ask Okafor first.", "Then ask Okafor, or let Okafor ask."},
			"Ask Okafor.", "Ask Ito.", "Ask Weber.", "Ask Ada.", "Ask Ben.", "Ask Okafor.", "Ask Ito.", "Ask Ito.", "Ask Ito.", "Ask Ito.", "Ask Ito.", "Ask Ito.", "Ask Ito.", "Ask Ito.", "Ask Ito.", "Ask Ito.", "Ask Ito."), []string{"Okafor"}},
		{"steps of a list", []string{"1. Open the valve.\n2. Turn the key.\n3) Close it with Ada.", "1. Open the lid.", "We asked Ada."}, []string{"Ada"}},
		{"no names", []string{"We use API, GitHub, OpenSSL, K8s and v2.Model on Monday in May."}, nil},
		{"addresses, paths, code", []string{"We read ada@Example.invalid, src/Main/App, https://Example.invalid and `Quartz`."}, nil},
		{"a title", []string{"How To Deploy The Big Gate"}, nil},
		{"a label", []string{"Colour: blue"}, nil},
		{"a label that is a name elsewhere", []string{"Ada: blue", "We asked Ada."}, []string{"Ada"}},
		{"French", []string{"Hier, l'Atelier Hopper a vu Ada Lovelace et d'Artagnan."}, []string{"Atelier Hopper", "Ada Lovelace", "Artagnan"}},
		{"German, where every noun has a capital", []string{"Der Ofen ist nicht im Keller, und das Atlas Eins-Projekt auch nicht."}, []string{"Atlas Eins"}},
		{"Chinese", []string{"Ada 去了 Hopper Library。她提到Ben Ito了"}, []string{"Ada", "Hopper Library", "Ben Ito"}},
		{"Korean", []string{"Ada는 Hopper Library에서 일한다"}, []string{"Ada", "Hopper Library"}},
		{"Russian", []string{"Вчера мы видели Аду Лавлейс в Турине."}, []string{"Аду Лавлейс", "Турине"}},
	} {
		v := New()
		var phrases [][]Phrase
		for _, text := range row.notes {
			phrases = append(phrases, v.Read("", text, true))
		}
		var got []string
		for _, p := range phrases[0] {
			if name := v.Name(p); name != "" {
				got = append(got, name)
			}
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: got %q, want %q", row.what, got, row.want)
		}
	}
}

func TestADeclaredNameKeepsItsFirstWord(t *testing.T) {
	for _, declared := range []bool{false, true} {
		v := New()
		if declared {
			v.Declare([]string{"@sam_okafor"})
		}
		v.Read("", "Then sam sang, and sam left.", true)
		name := v.Name(v.Read("", "Sam Okafor has the key.", true)[0])
		if want := map[bool]string{true: "Sam Okafor"}[declared]; name != want {
			t.Errorf("declared %v: got %q, want %q", declared, name, want)
		}
	}
}

func TestPartsAreOfAPersonsName(t *testing.T) {
	v := New()
	v.Read("", "We cross the bridge.", true)
	for name, want := range map[string]string{"Ada King Lovelace": "Ada Lovelace", "Ada": "", "Hopper Library": "", "Old Bridge": ""} {
		first, last, ok := v.Parts(name)
		if got := first + " " + last; ok != (want != "") || ok && got != want {
			t.Errorf("%s: got %q, %v", name, got, ok)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"Ada's “Ben” d'Artagnan: x", "Ada提到Ben", "**Ada**, [[Ada|x]] a.b ''", "—Ada—Ben'", "\xff’s L’"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v := New()
		for _, p := range v.Read(text, text, true) {
			v.Name(p)
		}
	})
}
