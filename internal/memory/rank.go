package memory

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Word is one word of a question, with what the vault knows of it.
type Word struct {
	Text   string // as asked
	Docs   int    // notes that have it, in any of its forms
	Common bool   // a word such as "the": it counts only where the question has nothing else
	Piece  bool   // two letters of a script without spaces: perhaps no word at all
	In     uint64 // the sentences of the question that it stands in, a bit each; 0 where there is only one
}

// Hit says how often one word of the question stands in a note. Part is 1 where the
// word itself (or its stem) was found, less where only parts of an identifier were.
type Hit struct {
	Title, Names, Body float64 // occurrences; Names are aliases and tags
	Part               float64 // 0 (not in the note) to 1
}

// Match is a note that has at least one word of the question.
type Match struct {
	Path  string
	Group uint32 // the session it was captured in, 0 for none
	Hits  []Hit  // one for each word of the question
	Title int    // lengths of the fields, in words that are not common
	Names int
	Body  int
}

// Corpus is what BM25 has to know of all the notes.
type Corpus struct {
	Docs               int
	Title, Names, Body float64 // mean lengths of the fields
}

// Found is a match together with the note as its file says it now.
type Found struct {
	Match
	Note    *Note
	Uses    int     // successful uses not yet folded into the note
	Support float64 // Hope.Support
	Phrases float64 // share of what the question has in quotes that stands so in the note, 0 to 1
	Places  [][]int // for each word of the question where the note has it, in words from its begin; nil when unknown
}

// Factor is one named part of a score.
type Factor struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// Ranked is a found note with its score and the reasons for it.
type Ranked struct {
	Found
	Score     float64
	Relevance float64 // BM25F over the fields, times the share covered
	Coverage  float64 // share of the question's weight that this note has, 0 to 1
	Evidence  float64 // the same as far as chance does not explain it, 0 to 1
	Factors   []Factor
}

// Ranking is the answer to a question: notes best first, or an abstention.
type Ranking struct {
	Results   []Ranked
	Abstained bool
	Covered   []string // words that the returned notes support
	Uncovered []string // words that they do not
	Unknown   []string // words that no note of the vault has
}

// Rank orders what was found and decides whether any of them answers. Order of the
// input does not matter; ties go to the newer note, then to the smaller path.
func Rank(words []Word, found []Found, corpus Corpus, limit int, now time.Time, w Weights) Ranking {
	q := weighed(words, corpus, w)
	ranked := make([]Ranked, 0, len(found))
	strong := false
	for _, c := range found {
		r := q.score(c, now)
		if r.Evidence >= w.MinCoverage*w.Tail {
			ranked = append(ranked, r)
			strong = strong || r.Evidence >= w.MinCoverage
		}
	}
	if !strong {
		ranked = ranked[:0]
	}
	q.profile(ranked, now)
	order(ranked)
	q.placeDerived(ranked)
	if limit <= 0 {
		limit = DefaultLimit
	}
	ranked = ranked[:min(limit, len(ranked))]
	out := Ranking{Results: ranked, Abstained: len(ranked) == 0}
	out.Covered, out.Uncovered, out.Unknown = support(words, q.must, ranked)
	return out
}

func order(ranked []Ranked) {
	slices.SortFunc(ranked, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), b.Note.Captured.Compare(a.Note.Captured), cmp.Compare(a.Path, b.Path))
	})
}

// question is the words of a question with what they weigh.
type question struct {
	words  []Word
	weight []float64 // in BM25
	must   []float64 // in coverage
	total  float64   // the sum of must
	count  int       // words that count in coverage
	corpus Corpus
	w      Weights
}

// weighed gives each word of the question its weight in BM25, and its weight in coverage:
// idf = ln(1 + (N−n+½)/(n+½)) with a prior of empty notes. Unless there is nothing else,
// a common word counts little in the first and nothing in the second.
func weighed(words []Word, corpus Corpus, w Weights) *question {
	content := slices.ContainsFunc(words, func(x Word) bool { return !x.Common })
	q := &question{words: words, weight: make([]float64, len(words)), must: make([]float64, len(words)), corpus: corpus, w: w}
	for i, x := range words {
		q.weight[i] = w.IDF(x.Docs, corpus.Docs)
		q.must[i] = q.weight[i]
		switch {
		case x.Common && content:
			q.weight[i], q.must[i] = q.weight[i]*w.Common, 0
		case x.Piece && x.Docs == 0:
			q.must[i] *= w.UnknownPiece
		}
		q.total += q.must[i]
		if q.must[i] > 0 {
			q.count++
		}
	}
	return q
}

// IDF is the weight of a word that so many of all notes have.
func (w *Weights) IDF(docs, all int) float64 {
	n, of := float64(docs), float64(all)+w.Prior
	return math.Log(1 + (of-min(n, of)+0.5)/(n+0.5))
}

// usualName is the length, in words, up to which titles and names are not held to be long.
const usualName = 8

// Frequency is the BM25F pseudo-frequency of a word in a note: its occurrences in each
// field, weighted, by the length of the field.
func (w *Weights) Frequency(h Hit, title, names, body int, corpus Corpus) float64 {
	short := func(length int) float64 { return 1 - w.B + w.B*max(1, float64(length)/usualName) }
	long := 1.0
	if corpus.Body > 0 {
		long = 1 - w.B + w.B*float64(body)/corpus.Body
	}
	return w.Title*h.Title/short(title) + w.Names*h.Names/short(names) + w.Body*h.Body/long
}

// Saturate is what BM25 makes of a frequency.
func (w *Weights) Saturate(tf float64) float64 { return tf * (w.K1 + 1) / (tf + w.K1) }

// Relevance puts together BM25 and coverage; named says that a tag or an alias of the note
// is in the question.
func (w *Weights) Relevance(bm25, coverage float64, named bool) float64 {
	r := bm25 * (1 - w.Coverage + w.Coverage*coverage)
	if named {
		r *= 1 + w.Person
	}
	return r
}

// bm25 is BM25F over the fields, and the share of the question's weight that the note covers.
func (q *question) bm25(m *Match) (bm25, coverage float64, named bool) {
	covered := 0.0
	for i, h := range m.Hits {
		covered += q.must[i] * h.Part
		named = named || h.Names > 0 && q.must[i] > 0
		bm25 += q.weight[i] * q.w.Saturate(q.w.Frequency(h, m.Title, m.Names, m.Body, q.corpus))
	}
	if q.total > 0 {
		coverage = covered / q.total
	}
	return bm25, coverage, named
}

// Hopes lists the matches that can be in an answer at all, the one with the best relevance
// first; none if no match has the evidence that an answer needs. The most that a note can
// score is its Relevance times Weights.Gain: whoever reads the notes of the matches in this
// order may stop when there is an answer and that cannot reach the best any more. best is the
// most evidence of any match, also of those that cannot.
func Hopes(words []Word, matches []Match, corpus Corpus, w Weights) (hopes []Hope, best float64) {
	q := weighed(words, corpus, w)
	hopes = make([]Hope, 0, len(matches))
	groups := map[uint32][2]float64{} // the two best of each session
	for _, m := range matches {
		bm25, coverage, named := q.bm25(&m)
		h := Hope{Match: m, Relevance: w.Relevance(bm25, coverage, named), Evidence: q.evidence(&m)}
		best = max(best, h.Evidence)
		hopes = append(hopes, h)
		if m.Group != 0 {
			g := groups[m.Group]
			groups[m.Group] = [2]float64{max(g[0], h.Relevance), max(min(g[0], h.Relevance), g[1])}
		}
	}
	if best < w.MinCoverage {
		return nil, best
	}
	hopes = slices.DeleteFunc(hopes, func(h Hope) bool { return h.Evidence < w.MinCoverage*w.Tail })
	for i := range hopes {
		h := &hopes[i]
		if g := groups[h.Group]; h.Group != 0 {
			h.Support = w.Session * g[0]
			if h.Relevance == g[0] {
				h.Support = w.Session * g[1]
			}
		}
		h.Relevance += h.Support
	}
	slices.SortStableFunc(hopes, func(a, b Hope) int {
		return cmp.Or(cmp.Compare(b.Relevance, a.Relevance), cmp.Compare(a.Path, b.Path))
	})
	return hopes, best
}

// Hope is a match that may be in an answer, before its note has been read.
type Hope struct {
	Match
	Relevance float64 // with Support
	Support   float64 // of that, what the best other match of the session adds
	Evidence  float64
}

// Gain is the largest factor by which a note's score can exceed its relevance.
func (w *Weights) Gain() float64 {
	if w.Profile != "" {
		return math.Inf(1) // another formula
	}
	return max(1, w.Unfiled) * max(1, w.RecencyFloor) * (1 + w.UseMax) * (1 + w.Phrase) * (1 + w.Near + w.Order) * w.importance(10)
}

func (q *question) score(c Found, now time.Time) Ranked {
	w := &q.w
	bm25, coverage, named := q.bm25(&c.Match)
	r := Ranked{Found: c, Relevance: w.Relevance(bm25, coverage, named), Coverage: coverage, Evidence: q.evidence(&c.Match)}
	status := 1.0
	if c.Note.Status == Unfiled {
		status = w.Unfiled
	}
	person := 1.0
	if named {
		person += w.Person
	}
	session := 1.0
	if r.Relevance > 0 {
		session += c.Support / r.Relevance
	}
	phrase := 1 + w.Phrase*c.Phrases
	near, ordered := nearness(c.Places, q.must)
	near, ordered = 1+w.Near*near, ordered*w.Order
	recency, use, weight := recency(c.Note, now, *w), use(c.Note.Uses+c.Uses, *w), w.importance(c.Note.Importance)
	r.Score = r.Relevance * session * phrase * status * recency * use * (near + ordered) * weight
	r.Factors = []Factor{
		{"bm25", bm25}, {"coverage", coverage}, {"evidence", r.Evidence}, {"person", person}, {"session", session},
		{"phrase", phrase}, {"near", near + ordered}, {"status", status}, {"recency", recency}, {"use", use}, {"importance", weight},
	}
	return r
}

// recency = floor + (1−floor)·exp(−age/τ). A date in the future, or none, is neither a
// gain nor a loss: such a note is taken for a very old one.
func recency(n *Note, now time.Time, w Weights) float64 {
	at := n.Captured
	if n.Updated.After(at) && !n.Updated.After(now) {
		at = n.Updated
	}
	age := now.Sub(at).Hours() / 24
	if at.IsZero() || age < -1 {
		return w.RecencyFloor
	}
	return w.RecencyFloor + (1-w.RecencyFloor)*math.Exp(-max(age, 0)/w.RecencyDays)
}

// use = 1 + min(max, gain·ln(1+uses)).
func use(uses int, w Weights) float64 {
	return 1 + min(w.UseMax, w.UseGain*math.Log1p(float64(max(uses, 0))))
}

// importance = 1 + gain·(importance − 5), of 1 to 10; a note that says none has 5.
func (w *Weights) importance(n int) float64 {
	if n <= 0 {
		n = DefaultImportance
	}
	return 1 + w.ImportanceGain*float64(n-DefaultImportance)
}

// support splits the words of the question that count in coverage by whether the returned
// notes have them.
func support(words []Word, must []float64, ranked []Ranked) (covered, uncovered, unknown []string) {
	for i, x := range words {
		if must[i] == 0 {
			continue
		}
		if x.Docs == 0 {
			unknown = append(unknown, x.Text)
		}
		if slices.ContainsFunc(ranked, func(r Ranked) bool { return r.Hits[i].Part >= leastPart }) {
			covered = append(covered, x.Text)
		} else {
			uncovered = append(uncovered, x.Text)
		}
	}
	return covered, uncovered, unknown
}
