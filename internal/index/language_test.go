package index

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mem/internal/memory"
)

// prose is a note in each language, about what no other is.
var prose = map[language]string{
	english:    "The deployment failed because the certificate of the gateway had expired, and nobody was told about it in time.",
	german:     "Die Bereitstellung ist gescheitert, weil das Zertifikat des Gateways abgelaufen war; Häuser und Entscheidungen sind nicht betroffen.",
	french:     "Le déploiement a échoué parce que le certificat de la passerelle était expiré, et l'archive des journaux n'est plus dans les données.",
	spanish:    "El despliegue falló porque el certificado de la pasarela había caducado, y las decisiones del equipo no están en los archivos.",
	italian:    "La distribuzione è fallita perché il certificato del server era scaduto, e le decisioni della squadra non sono nell'archivio.",
	portuguese: "A implantação falhou porque o certificado do servidor tinha expirado, e as decisões da equipe não estão nos arquivos.",
	dutch:      "De uitrol is mislukt omdat het certificaat van de server was verlopen, en de beslissingen over de huizen zijn niet bewaard.",
	swedish:    "Utrullningen misslyckades eftersom certifikatet för servern hade gått ut, och besluten om husen är inte sparade i filerna.",
}

func TestALanguageIsToldByItsWordsOfGrammar(t *testing.T) {
	for want, text := range prose {
		if want == english {
			want = 0
		}
		if got := tell(everyLanguage, leastGrammar, text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{
		"", "Entscheidungen", "die", "La Paz, Los Angeles, Las Vegas, El Paso", "Rio de la Plata", "src/de/la/le_un_une.go: der/die\\das",
		"We met at the Café de la Paix in Paris, and he said that it is the best of all.", "Мы решили это вчера", "我们决定了", "\xff\xfe\xe2",
		strings.Repeat("migration rollback database ", 20) + "der die das und ist",
	} {
		if got := tell(everyLanguage, leastGrammar, text); got != 0 {
			t.Errorf("%q: got %v, want none", text, got)
		}
	}
	if got := tell(french|dutch, leastGrammar, prose[german]); got != 0 {
		t.Errorf("German among French and Dutch: got %v, want none", got)
	}
	if got := tell(german, leastAsked, "Wer hat die Bremsen der Züge geprüft?"); got != german {
		t.Errorf("a question: got %v, want German", got)
	}
	marked := "„Das ist nicht“, sagte er – und »die« war’s auch nicht."
	if got := tell(everyLanguage, leastGrammar, marked); got != german {
		t.Errorf("%q: got %v, want German", marked, got)
	}
}

func TestFormsOfAWordHaveOneStem(t *testing.T) {
	for _, row := range []struct {
		of    language
		forms string
	}{
		{german, "Haus Hauses Häuser Häusern"}, {german, "Entscheidung Entscheidungen"}, {german, "Bücher Büchern Buch"},
		{german, "schnell schnelle schnelles schnelleren"}, {german, "Straße Straßen Strasse"}, {german, "Bericht Berichte Berichts"},
		{german, "kaufte kauft"}, {french, "décidé décidée décidés décidées décider decide"}, {french, "cheval chevaux"},
		{french, "national nationale nationaux"}, {french, "mangeait manger mange"}, {french, "rapide rapides rapidement"},
		{french, "donnée données donnee"}, {french, "modèle modèles"}, {spanish, "decisión decisiones"}, {spanish, "comer comía comió comiendo comido"},
		{spanish, "decidir decidió decidimos"}, {spanish, "gato gata gatos"}, {spanish, "hablar hablaba hablando"}, {italian, "decisione decisioni"},
		{italian, "parlare parlato parlavano"}, {italian, "ragazzo ragazzi ragazza ragazze"}, {italian, "città citta"},
		{portuguese, "decisão decisões"}, {portuguese, "papel papéis"}, {portuguese, "animal animais"}, {portuguese, "falar falou falavam"},
		{portuguese, "irmão irmãos"}, {dutch, "huis huizen"}, {dutch, "brief brieven"}, {dutch, "beslissing beslissingen"}, {dutch, "kat katten"},
		{swedish, "hus huset husen"}, {swedish, "beslut beslutet besluten"}, {swedish, "flicka flickor flickorna"}, {swedish, "paket paketet"},
		{english, "decision decisions"}, {english, "went goes"}, {german, "база базы"}, {german, "numérique"},
	} {
		want := ""
		for _, w := range strings.Fields(row.forms) {
			got := row.of.stem(fold(w))
			if want == "" {
				want = got
			}
			if got != want || got == "" {
				t.Errorf("%v, %q: got %q, want %q", row.of, w, got, want)
			}
		}
	}
	for _, w := range []string{"dies", "einer", "ab", "x", strings.Repeat("a", 60)} {
		for l := range anyLanguage.each {
			if s := l.stem(w); s != w && l.common(s) {
				t.Errorf("%v: the stem of %q is the common word %q", l, w, s)
			}
		}
	}
}

func TestAQuestionFindsNotesOfEachLanguage(t *testing.T) {
	for l, rows := range map[language][]string{
		english:    {"expire", "certificates"},
		german:     {"Haus", "Entscheidung", "die Häusern", "ENTSCHEIDUNG", "Was ist mit dem Haus?", "haus-entscheidung"},
		french:     {"archives", "déploiements", "l'archives", "passerelles"},
		spanish:    {"decisión", "despliegues", "archivo"},
		italian:    {"decisione", "archivi", "l'archivi", "squadre"},
		portuguese: {"decisão", "arquivo", "implantações"},
		dutch:      {"huis", "beslissing"},
		swedish:    {"beslut", "huset", "fil"},
	} {
		var alone, all []Doc
		for other, text := range prose {
			d := docOf(fmt.Sprintf("note-%d", other), text)
			if all = append(all, d); other == l {
				alone = append(alone, d)
			}
		}
		for _, question := range rows {
			for _, docs := range [][]Doc{alone, all} {
				got := slugs(ask(t, built(t, docs...), Request{Question: question}))
				if !slices.Contains(got, fmt.Sprintf("note-%d", l)) {
					t.Errorf("%v, of %d notes: %q finds %v", l, len(docs), question, got)
				}
			}
		}
	}
}

// TestNotesOfOtherLanguagesLeaveEnglishOnesAsTheyAre: an English note has the words of a
// question that it has without them, as often.
func TestNotesOfOtherLanguagesLeaveEnglishOnesAsTheyAre(t *testing.T) {
	docs := synthetic(120, 8)
	more := slices.Clone(docs)
	for l, text := range prose {
		if l != english {
			more = append(more, docOf(fmt.Sprintf("prose-%d", l), text))
		}
	}
	plain, mixed := built(t, docs...), built(t, more...)
	for _, q := range questions() {
		r := Request{Question: q, K: 1000, Scope: memory.AllScopes, AnyStatus: true}
		want := map[string][]memory.Hit{}
		for _, m := range ask(t, plain, r).Matches {
			want[m.Path] = m.Hits
		}
		for _, m := range ask(t, mixed, r).Matches {
			hits, ok := want[m.Path]
			for i := range hits { // an identifier counts in part by how rare the parts are
				if (hits[i].Part == 1) != (m.Hits[i].Part == 1) || hits[i].Part == 1 && hits[i] != m.Hits[i] {
					t.Errorf("%q, %s: got %v, want %v", q, m.Path, m.Hits, hits)
				}
			}
			if !ok && !strings.Contains(m.Path, "prose") && len(want) > 0 && !light(plain, t, r) {
				t.Errorf("%q: %s is found besides", q, m.Path)
			}
		}
	}
}

// light reports whether a question has a word that makes no note a candidate: which one
// depends on how many notes have it.
func light(x *Index, t *testing.T, r Request) bool {
	s := newSearch(r, questionWords(r.Question))
	for i, n := range ask(t, x, r).Words {
		s.seen[i].whole = n.Docs
	}
	s.weigh()
	return slices.Contains(s.light, true)
}

func TestLanguagesAreThoseOfTheNotesThatAreThere(t *testing.T) {
	ctx := context.Background()
	haus := docOf("haus", prose[german])
	docs := append(synthetic(40, 9), haus, docOf("huis", prose[dutch]), docOf("kurz", "Häuser"), docOf("english", "hauser and haus: a house"))
	others := []Doc{docOf("maison", prose[french]), docOf("casa", prose[italian])}
	rebuilt := built(t, docs...)

	grown := built(t, append(others, docs[:20]...)...)
	for _, step := range []struct {
		put    []Doc
		remove []string
	}{{put: docs[20:]}, {remove: []string{others[0].path(), haus.path()}}, {put: []Doc{haus}, remove: []string{others[1].path()}}} {
		if err := grown.Update(ctx, step.put, step.remove); err != nil {
			t.Fatal(err)
		}
	}
	skipping := built(t, append(slices.Clone(docs), others...)...)
	changed := built(t, append(slices.Clone(docs[:41]), docOf("huis", prose[french]))...)
	for _, q := range append(questions(), "Haus", "Häuser der Entscheidung", "l'archives décisions", "huis", "haus-entscheidung", "la casa", "hauser") {
		r := Request{Question: q, K: 1000}
		want := ask(t, rebuilt, r)
		same(t, "grown", r, ask(t, grown, r), want)
		s := r
		s.Skip = map[string]bool{others[0].path(): true, others[1].path(): true}
		same(t, "skipping", r, ask(t, skipping, s), want)
		o := r
		o.Overlay = docs[41:]
		same(t, "overlaid", r, ask(t, changed, o), want)
		r.Overlay = docs
		scanned, err := Scan(ctx, r)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "scanned", r, scanned, want)
	}
}

func TestWordsOfGrammarAreCommonInTheirLanguage(t *testing.T) {
	of := func(question string, in language) string {
		words := questionWords(question)
		translate(words, question, in)
		var out []string
		for _, w := range words {
			if w.common {
				w.text += "*"
			}
			out = append(out, w.text)
		}
		return strings.Join(out, " ")
	}
	for _, row := range []struct {
		question string
		in       language
		want     string
	}{
		{"Wer hat die Bremsen der Züge geprüft?", german, "Wer* hat* die* Bremsen der* Züge geprüft"},
		{"Wer hat die Bremsen der Züge geprüft?", french | dutch, "Wer hat die Bremsen der Züge geprüft"},
		{"Wer hat die Bremsen der Züge geprüft?", 0, "Wer hat die Bremsen der Züge geprüft"},
		{"when did the hat die", german, "when* did* the* hat die"},
		{"Où est la clé du coffre ?", french | german, "Où* est* la* clé du* coffre"},
	} {
		if got := of(row.question, row.in); got != row.want {
			t.Errorf("%q: got %q, want %q", row.question, got, row.want)
		}
	}
	var a analyzer
	an := a.analyse(docOf("x", prose[german]))
	if an.in != german || an.sizes.body != 8 {
		t.Errorf("got language %v and %d words, want German and 8", an.in, an.sizes.body)
	}
}

func TestSimilarFindsNotesOfAnyLanguage(t *testing.T) {
	var docs []Doc
	for l, text := range prose {
		docs = append(docs, docOf(fmt.Sprintf("note-%d", l), text))
	}
	x := built(t, docs...)
	for l, text := range prose {
		found, err := x.Similar(context.Background(), text, 1, nil)
		if err != nil || len(found) != 1 || found[0].Path != fmt.Sprintf("memory/2026/08/note-%d.md", l) || found[0].Share < 0.99 {
			t.Errorf("%v: got %v, %v", l, found, err)
		}
	}
}
