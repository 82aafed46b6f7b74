package index

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mem/internal/memory"
)

// termsOf returns the terms of a text, sorted.
func termsOf(text string) []string {
	var a analyzer
	a.begin()
	a.text(body, text)
	out := []string{}
	for _, w := range a.words {
		out = append(out, w.term)
	}
	slices.Sort(out)
	return out
}

func TestTextBecomesTerms(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"Deploying DEPLOYS deployed", "deploy"},
		{"happier suppliers, the easiest pier", "easi happi pier supplier the"},
		{"don't won't she'll it's Ada's O’Brien", "ada do it not o'brien→obrien she will brien"},
		{"getUserById", "by get getuserbyid id user"},
		{"refresh_token_rotation", "refresh refreshtokenrot rotat token"},
		{"HTTPServer parseJSON IDs", "http httpserver id json pars parsejson server"},
		{"src/utils/parser.ts", "parser parsert src srcutilsparsert ts util"},
		{"8080:80", "80 8080 8080:80"},
		{"v2.6.3", "2.6.3 3 6 v2"},
		{"1,000,000 and 1,5", "1 1000000 5 and"},
		{"E1234 utf8 k8s 3f2a9c1", "1234 3f2a9c1 8 e1234 k8s utf utf8"},
		{"C++ c# .NET g++ libstdc++ a#b", ".net a b c# c++ g++ libstdc libstdc++ net"},
		{"--no-verify @user #tag $PATH ~/x", "no noverifi path tag user verifi x"},
		{"U.N. i.t. e.g. I.T.", "eg i.t un"},
		{"foo::bar key:value a=b", "a b bar foo foobar key keyvalu valu"},
		{"数据库", "库 据 据库 数 数据"},
		{"猫 2026年", "2026 年 猫"},
		{"東京tower", "tower 京 東 東京"},
		{"한국어 ไทย", "국 국어 어 한 한국 ท ทย ย ไ ไท"},
		{"👩‍💻 ✅ │ ● \ufffd © Paddle®", "✅ 👩 💻 paddl"},
		{"ＦＵＬＬ　ｗｉｄｔｈ：１", "1 full width width:1"},
		{"İSTANBUL ISPARTA ısparta Straße ŁÓDŹ", "isparta istanbul lodz strass"},
		{"naïve\u00adly zero\u200bwidth", "naiv zero width"},
		{"हिन्दी", "हिन्दी"},
		{"\xff\xfebad\xffbytes", "bad byte"},
	} {
		got := termsOf(row.text)
		want := strings.Fields(strings.ReplaceAll(row.want, "o'brien→", ""))
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q:\n got %q\nwant %q", row.text, got, want)
		}
	}
}

func TestIdentifiersDoNotMakeANoteLong(t *testing.T) {
	for _, row := range []struct {
		text string
		want int
	}{
		{"call getUserById in src/utils/parser.ts", 3}, {"the of and", 1}, {"", 0}, {"... — !", 0}, {"数据库", 2}, {"don't stop", 1},
	} {
		var a analyzer
		a.begin()
		a.text(body, row.text)
		if got := int(a.sizes().body); got != row.want {
			t.Errorf("%q: got length %d, want %d", row.text, got, row.want)
		}
	}
}

func TestWordsOfAQuestion(t *testing.T) {
	for _, row := range []struct{ question, want string }{
		{"Why is zx00841 not replying?", "Why* is* zx00841 not* replying"},
		{"running runs RUN run's ran", "running"},
		{"went goes children child", "went children"},
		{"He went. He left it!", "He* went left it*"},
		{"don't use emoji", "do* not* use emoji"},
		{"do n't use Ada 's emoji", "do* not* use Ada's emoji"},
		{"isn 't healthiest", "is* not* healthiest"},
		{"he said 's' twice", "he* said s twice"},
		{"getUserById get_user_by_id", "getUserById"},
		{"AND OR NOT (x) [a TO b]", "AND* OR* NOT* x a* TO* b"},
		{"数据库", "数据 据库"},
		{"", ""},
	} {
		var got []string
		for _, w := range Words(row.question) {
			if w.Common {
				w.Text += "*"
			}
			got = append(got, w.Text)
		}
		if strings.Join(got, " ") != row.want {
			t.Errorf("%q: got %q, want %q", row.question, got, row.want)
		}
	}
	many := strings.Repeat("the same words and others ", 20000)
	if got := Words(many); len(got) != 5 {
		t.Errorf("100,000 words: got %d different ones, want 5", len(got))
	}
	var different strings.Builder
	for i := range 50000 {
		different.WriteString(string(rune('a'+i%26)) + strings.Repeat("x", i%50) + " ")
	}
	if got := Words(different.String()); len(got) != mostWords {
		t.Errorf("50,000 different words: got %d, want %d", len(got), mostWords)
	}
}

func TestAPartOfAnIdentifierCountsByWhatItTells(t *testing.T) {
	for _, row := range []struct {
		question string
		tells    []float64
		text     string
		want     float64
	}{
		{"getUserById", nil, "getUserById", 1},
		{"getUserById", nil, "get_user_by_id", 1},
		{"getUserById", nil, "get the user by id", 0.8},
		{"getUserById", nil, "user id", 0.8},
		{"getUserById", nil, "user", 0.8 / 2}, // get and by are common words
		{"refreshTokenRotation", nil, "token", 0.8 / 3},
		{"getUserById", nil, "", 0},
		{"DENV-1", []float64{0.9, 0.1}, "denv", 0.8 * 0.9},
		{"DENV-1", []float64{0.9, 0.1}, "only 1", 0}, // a number alone is no part of a name
		{"utf8", []float64{0.7, 0.3}, "utf", 0.8 * 0.7},
	} {
		w := questionWords(row.question)[0]
		if w.tells = row.tells; row.tells != nil && len(row.tells) != len(w.parts) {
			t.Fatalf("%s: parts %q", row.question, w.parts)
		}
		var a analyzer
		an := a.analyse(docOf("x", row.text))
		if got := w.hit(an.occurrences(w.terms())).Part; got < row.want-1e-9 || got > row.want+1e-9 {
			t.Errorf("%s in %q: got %v, want %v", row.question, row.text, got, row.want)
		}
	}
}

// TestAnIdentifierIsAsRareAsItsParts asks for a name that no note has whole: it weighs as much
// as the notes with all its parts are few, however many have one of them.
func TestAnIdentifierIsAsRareAsItsParts(t *testing.T) {
	docs := []Doc{docOf("dengue", "The denv strain was found."), docOf("both", "Group 1 had the strain denv.")}
	for i := range 20 {
		docs = append(docs, docOf(fmt.Sprint("other", i), "Table 1 says nothing."))
	}
	a := ask(t, built(t, docs...), Request{Question: "DENV-1"})
	if len(a.Matches) != 2 || a.Matches[0].Path != docs[1].path() || a.Words[0].Docs != 1 {
		t.Errorf("got %d notes, %v; want the one with both parts, then the one with the telling part", a.Words[0].Docs, slugs(a))
	}
	if part := a.Matches[1].Hits[0].Part; part < 0.4 || part >= 0.8 {
		t.Errorf("denv alone counts %v, want more than half of 0.8", part)
	}
}

func TestLikeness(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want float64
	}{
		{"Deploying on Fridays is allowed.", "on friday deploys are allowed", 1},
		{"Deploying on Fridays is allowed.", "Deploying on Fridays is not allowed.", 0.75},
		{"Bay 12 holds 40 crates", "Bay 13 holds 40 crates", 4.0 / 6},
		{"数据库", "数据库", 1}, {"one thing", "other matter", 0}, {"", "", 0}, {"the of", "the of", 0},
	} {
		if got := Likeness(row.a, row.b); got < row.want-1e-9 || got > row.want+1e-9 {
			t.Errorf("%q and %q: got %v, want %v", row.a, row.b, got, row.want)
		}
	}
}

// awkward is what fuzzing begins with.
var awkward = []string{
	"", "the of and", "getUserById refresh_token_rotation", "src/utils/parser.ts v2.6.3 8080:80 1,000", "don't O’Brien İstanbul",
	"C++ C# .NET", "数据库连接 タワー 한국어 ภาษาไทย", "👩‍💻✅", "\xff\xfe\x00", "....", "::a::b::", "a'b't n't 't", "ﬁ ½ ① ㎏ ™", "e\u0301\u200d\ufe0f",
	"[a TO b] x:>=5 \\ \"", "हिन्दी", "База данных", "A1B2C3 a_1-b.2/c:3@d", strings.Repeat("ab_", 300), strings.Repeat("漢", 300), "’’’s", "++ #", ".a.b", "x++y++",
	"Das ist nicht die Datei, die wir in den Häusern haben: src/Häuser.go, Ada's don't", "C'est l'archive de l'API-REST qu'il n'a pas décidée et qui est d'aujourd'hui",
}

func FuzzAnalyze(f *testing.F) {
	for _, s := range awkward {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var a analyzer
		an := a.analyse(docOf("x", text))
		for i, w := range an.words {
			if w.term == "" || !utf8.ValidString(w.term) || len(w.term) > longestTerm || !w.any() {
				t.Fatalf("term %q occurs %v times", w.term, w.occurrence)
			}
			if slices.ContainsFunc(an.words[:i], func(o said) bool { return o.term == w.term }) {
				t.Fatalf("term %q is there twice", w.term)
			}
		}
		// What a text says, a question in the same words finds: each word, taken from it as
		// a token, is found in it whole.
		words := questionWords(text)
		translate(words, text, an.in)
		if len(words) > mostWords {
			t.Fatalf("%d words", len(words))
		}
		for _, w := range words {
			if h := w.hit(w.united(an.occurrences(w.terms()))); h.Part != 1 || h.Body == 0 {
				t.Fatalf("%q of %q: %+v", w.text, text, h)
			}
			if w.text != w.word && an.in != 0 {
				continue // a stem of English, in another language
			}
			shorter := questionWords(w.text)
			translate(shorter, w.text, an.in)
			for _, alone := range shorter {
				if h := alone.hit(alone.united(an.occurrences(alone.terms()))); h.Part != 1 {
					t.Fatalf("%q alone, of %q: %+v", w.text, text, h)
				}
			}
		}
		if l := Likeness(text, text); l != 0 && l != 1 {
			t.Fatalf("a text is like itself by %v", l)
		}
	})
}

func FuzzStamps(f *testing.F) {
	f.Add(encodeStamps(nil))
	f.Add(encodeStamps([]memory.Stamp{{Path: "memory/2026/08/a.md", Size: 3, MTime: -1, CTime: 1 << 62, Inode: 9}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		records, ok := decodeStamps(data, nil)
		if !ok {
			return
		}
		again, ok := decodeStamps(encodeStamps(records), nil)
		if !ok || !slices.Equal(again, records) {
			t.Fatalf("%v became %v", records, again)
		}
	})
}

// TestPlacesFindEveryWordThatTheIndexFinds: what a text is found by stands somewhere in it.
func TestPlacesFindEveryWordThatTheIndexFinds(t *testing.T) {
	for _, text := range []string{
		"He went home and ate an apple; children's shoes cost €20.", "getUserById v2.6.3 front-end /etc/hosts C++ don't",
		"Größe ELEFANT Café naïve", "数据库 的 表", "Москва говорит", "the of and", "GitHub U.N. .env",
	} {
		question := strings.NewReplacer(";", " ", ".", ". ").Replace(text) + " go eaten Groesse elefants"
		places := NewPlaces(question).In(text)
		words := questionWords(question)
		if len(places) != len(words) {
			t.Fatalf("%q: %d places for %d words", text, len(places), len(words))
		}
		var a analyzer
		a.begin()
		a.text(body, text)
		for i, w := range words {
			whole := slices.ContainsFunc(a.words, func(s said) bool { return s.term == w.term })
			part := len(places[i]) == 0 && whole // a part of an identifier: Places leaves it out
			if len(places[i]) > 0 && !whole || part && !partOfOne(text, w.term) {
				t.Errorf("%q: %q (%s) at %v, and the index has it: %v", text, w.text, w.term, places[i], whole)
			}
		}
	}
}

// partOfOne reports whether a term is what only a part of an identifier of the text gives.
func partOfOne(text, term string) bool {
	var lex lexicon
	found := false
	scan(normal(text), func(t token) bool {
		if t.kind == word {
			for _, f := range lex.forms(t.text) {
				found = found || f.term != term && (slices.Contains(f.parts, term) || slices.Contains(f.also, term))
			}
		}
		if t.kind == wide {
			found = found || slices.Contains(unigrams(t.text), term)
		}
		return true
	})
	return found
}
