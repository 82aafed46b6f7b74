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
	Hits  []Hit // one for each word of the question
	Title int   // lengths of the fields, in words that are not common
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
	Note *Note
	Uses int // successful and shown uses not yet folded into the note
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

// Weights are the numbers of the formula. The zero value is not useful: see DefaultWeights.
type Weights struct {
	Title, Names, Body float64 // of an occurrence in the field
	K1, B              float64 // BM25's saturation and length normalisation
	Common             float64 // weight of a common word beside others
	Unfiled            float64 // factor of a note that nobody has filed
	RecencyFloor       float64 // factor of a very old note; 1 = age does not matter
	RecencyDays        float64 // τ: the age at which 1/e of the rest is left
	UseGain            float64 // gain per unit of ln(1+uses)
	UseMax             float64 // most that use can gain
	MinCoverage        float64 // below it a note is no answer
	MinAlone           float64 // the same for a note that has only one word of the question
	UnknownPiece       float64 // weight of a Piece that no note has
	Prior              float64 // notes assumed besides the vault's own when a word's rarity is judged
}

// DefaultWeights are the values of docs/recall.md. K1 and B are the usual ones
// (Robertson & Zaragoza, "The Probabilistic Relevance Framework", 2009, §3.5.2);
// Prior keeps rarity meaningful in a vault of five notes.
func DefaultWeights() Weights {
	return Weights{
		Title: 4, Names: 3, Body: 1, K1: 1.2, B: 0.75, Common: 0.15,
		Unfiled: 0.9, RecencyFloor: 0.85, RecencyDays: 30, UseGain: 0.03, UseMax: 0.1,
		MinCoverage: 0.25, MinAlone: 0.4, UnknownPiece: 0.02, Prior: 1000,
	}
}

// Rank orders what was found and decides whether any of them answers. Order of the
// input does not matter; ties go to the newer note, then to the smaller path.
func Rank(words []Word, found []Found, corpus Corpus, limit int, now time.Time, w Weights) Ranking {
	weight, must := weigh(words, corpus.Docs, w)
	ranked := make([]Ranked, 0, len(found))
	for _, c := range found {
		r := score(c, weight, must, corpus, now, w)
		if enough(&c.Match, must, r.Coverage, w) {
			ranked = append(ranked, r)
		}
	}
	slices.SortFunc(ranked, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), b.Note.Captured.Compare(a.Note.Captured), cmp.Compare(a.Path, b.Path))
	})
	if limit <= 0 {
		limit = DefaultLimit
	}
	ranked = ranked[:min(limit, len(ranked))]
	out := Ranking{Results: ranked, Abstained: len(ranked) == 0}
	out.Covered, out.Uncovered, out.Unknown = support(words, must, ranked)
	return out
}

// weigh gives each word of the question its weight in BM25, and its weight in coverage:
// idf = ln(1 + (N−n+½)/(n+½)) with a prior of empty notes. Unless there is nothing else,
// a common word counts little in the first and nothing in the second.
func weigh(words []Word, docs int, w Weights) (weight, must []float64) {
	content := slices.ContainsFunc(words, func(x Word) bool { return !x.Common })
	weight, must = make([]float64, len(words)), make([]float64, len(words))
	for i, x := range words {
		n, all := float64(x.Docs), float64(docs)+w.Prior
		weight[i] = math.Log(1 + (all-min(n, all)+0.5)/(n+0.5))
		must[i] = weight[i]
		switch {
		case x.Common && content:
			weight[i], must[i] = weight[i]*w.Common, 0
		case x.Piece && x.Docs == 0:
			must[i] *= w.UnknownPiece
		}
	}
	return weight, must
}

// Hopes lists the matches that can be an answer at all, the one with the best relevance
// first. The most that a note can score is its Relevance times Weights.Gain: whoever
// reads the notes of the matches in this order may stop when that cannot reach the best
// any more. best is the best coverage of all matches, also of those that cannot.
func Hopes(words []Word, matches []Match, corpus Corpus, w Weights) (hopes []Hope, best float64) {
	weight, must := weigh(words, corpus.Docs, w)
	hopes = make([]Hope, 0, len(matches))
	for _, m := range matches {
		bm25, coverage := relevance(&m, weight, must, corpus, w)
		best = max(best, coverage)
		if enough(&m, must, coverage, w) {
			hopes = append(hopes, Hope{m, bm25 * (0.5 + 0.5*coverage)})
		}
	}
	slices.SortStableFunc(hopes, func(a, b Hope) int {
		return cmp.Or(cmp.Compare(b.Relevance, a.Relevance), cmp.Compare(a.Path, b.Path))
	})
	return hopes, best
}

// Hope is a match that may be an answer, before its note has been read.
type Hope struct {
	Match
	Relevance float64
}

// Gain is the largest factor by which a note's score can exceed its relevance.
func (w Weights) Gain() float64 { return max(1, w.Unfiled) * max(1, w.RecencyFloor) * (1 + w.UseMax) }

// enough reports whether a note has enough of the question to be an answer.
func enough(m *Match, must []float64, coverage float64, w Weights) bool {
	has := 0
	for i, h := range m.Hits {
		if h.Part > 0 && must[i] > 0 {
			has++
		}
	}
	return coverage >= w.MinCoverage && (has > 1 || coverage >= w.MinAlone)
}

// relevance is BM25F over the fields, and the share of the question's weight that the note covers.
func relevance(c *Match, weight, must []float64, corpus Corpus, w Weights) (bm25, coverage float64) {
	covered, total := 0.0, 0.0
	for i, h := range c.Hits {
		total += must[i]
		covered += must[i] * h.Part
		tf := w.Title*h.Title/norm(c.Title, corpus.Title, w.B) + w.Names*h.Names/norm(c.Names, corpus.Names, w.B) +
			w.Body*h.Body/norm(c.Body, corpus.Body, w.B)
		bm25 += weight[i] * tf * (w.K1 + 1) / (tf + w.K1)
	}
	if total > 0 {
		coverage = covered / total
	}
	return bm25, coverage
}

func score(c Found, weight, must []float64, corpus Corpus, now time.Time, w Weights) Ranked {
	bm25, coverage := relevance(&c.Match, weight, must, corpus, w)
	r := Ranked{Found: c, Relevance: bm25 * (0.5 + 0.5*coverage), Coverage: coverage}
	status := 1.0
	if c.Note.Status == Unfiled {
		status = w.Unfiled
	}
	recency, use := recency(c.Note, now, w), use(c.Note.Uses+c.Uses, w)
	r.Score = r.Relevance * status * recency * use
	r.Factors = []Factor{{"bm25", bm25}, {"coverage", coverage}, {"status", status}, {"recency", recency}, {"use", use}}
	return r
}

// norm is BM25F's length normalisation of one field; a field that no note has counts as average.
func norm(length int, mean, b float64) float64 {
	if mean <= 0 {
		return 1
	}
	return 1 - b + b*float64(length)/mean
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
		if slices.ContainsFunc(ranked, func(r Ranked) bool { return r.Hits[i].Part > 0 }) {
			covered = append(covered, x.Text)
		} else {
			uncovered = append(uncovered, x.Text)
		}
	}
	return covered, uncovered, unknown
}
