package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"
)

// generatorVersion has to change whenever a corpus of the same size would be another one:
// it is part of the name under which corpora are kept.
const generatorVersion = "1"

// corpus is a vault's worth of notes that look like notes. Each is made from its number
// alone, so that a corpus of any size is never in memory. The same size and month give
// the same bytes on every machine.
type corpus struct {
	notes int
	last  time.Time // the first instant of the month of the newest notes
	words vocabulary
	pcg   *rand.PCG
	rnd   *rand.Rand
	zipf  *rand.Zipf
}

// Words are drawn by Zipf's law with Mandelbrot's offset; how many different ones there
// are grows with the text as Heaps found for prose: thirty times the root of its length.
const (
	zipfExponent = 1.1
	zipfOffset   = 2.7
	heapsFactor  = 30
	noteWords    = 80 // of a note on average
)

func newCorpus(notes int, month time.Time) *corpus {
	c := &corpus{notes: notes, last: time.Date(month.Year(), month.Month(), 1, 0, 0, 0, 0, time.UTC), words: newVocabulary()}
	c.pcg = rand.NewPCG(0, 0)
	c.rnd = rand.New(c.pcg)
	different := min(c.words.ranks(), int(heapsFactor*math.Sqrt(float64(noteWords*notes))))
	c.zipf = rand.NewZipf(c.rnd, zipfExponent, zipfOffset, uint64(different-1))
	return c
}

// months is how many months a corpus spans: 3 for a thousand notes, 36 for a million.
func (c *corpus) months() int {
	return int(min(36, max(3, math.Round(12*math.Log10(float64(c.notes))-36))))
}

// note is one file of the corpus.
type note struct {
	slug  string
	path  string // slash-separated, below the vault
	text  string // with its frontmatter
	body  string
	ranks []int // of the words of the body, as they stand there
}

var types = [...]string{"fix", "convention", "reference", "workflow", "preference", "idea"}

// note makes note i with a status. Numbers beyond the size of the corpus make further
// notes, of the newest month.
func (c *corpus) note(i int, status string) note {
	title := c.title(i)
	n := note{slug: slugOf(title)}
	captured := c.captured(i)
	n.path = "memory/" + captured.Format("2006/01/") + n.slug + ".md"
	c.pcg.Seed(uint64(i), 2)
	n.body, n.ranks = c.body(title)
	stamp := captured.Format(time.RFC3339)
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntype: %s\nstatus: %s\ncaptured: %s\nupdated: %s\nslug: %s\ntitle: %s\n",
		types[c.rnd.IntN(len(types))], status, stamp, stamp, n.slug, title)
	if k := c.rnd.IntN(4); k > 0 {
		tags := make([]string, k)
		for j := range tags {
			tags[j] = c.words.word(c.words.function + c.rnd.IntN(120))
		}
		fmt.Fprintf(&b, "tags: [%s]\n", strings.Join(tags, ", "))
	}
	if c.rnd.IntN(5) == 0 {
		fmt.Fprintf(&b, "importance: %d\n", 6+c.rnd.IntN(4))
	}
	if c.rnd.IntN(3) == 0 {
		fmt.Fprintf(&b, "source: session:%08x#%d\n", c.rnd.Uint32(), 1+c.rnd.IntN(60))
	}
	fmt.Fprintf(&b, "actor: agent:%s\n---\n\n%s", [...]string{"claude-code", "codex", "gemini"}[c.rnd.IntN(3)], n.body)
	n.text = b.String()
	return n
}

// captured spreads the notes evenly over the months; those of the last one are all of its first day.
func (c *corpus) captured(i int) time.Time {
	months := c.months()
	k := min(i*months/c.notes, months-1)
	at := c.last.AddDate(0, k-(months-1), 0)
	if k < months-1 {
		at = at.AddDate(0, 0, i%28)
	}
	return at.Add(time.Duration(i*7919%86_400) * time.Second)
}

// title names note i; its number at the end makes it the only one.
func (c *corpus) title(i int) string {
	c.pcg.Seed(uint64(i), 1)
	words := []string{capital(c.content())}
	for range 2 + c.rnd.IntN(3) {
		words = append(words, c.words.word(int(c.zipf.Uint64())))
	}
	return fmt.Sprintf("%s %s %d", strings.Join(words, " "), c.content(), i)
}

func slugOf(title string) string { return strings.ReplaceAll(strings.ToLower(title), " ", "-") }

// content draws a word that is no function word.
func (c *corpus) content() string { return c.words.word(c.contentRank()) }

func (c *corpus) contentRank() int {
	for {
		if rank := int(c.zipf.Uint64()); rank >= c.words.function {
			return rank
		}
	}
}

// body writes headings, paragraphs, lists, code and links until 300 to 1,500 bytes are there.
func (c *corpus) body(title string) (string, []int) {
	w := &writer{corpus: c}
	u := c.rnd.Float64()
	size := 250 + int(1150*u*u)
	if c.rnd.IntN(3) > 0 {
		fmt.Fprintf(&w.text, "# %s\n\n", title)
	}
	links := c.linked()
	for w.text.Len() < size {
		switch kind := c.rnd.IntN(10); {
		case kind == 0:
			fmt.Fprintf(&w.text, "## %s %s\n\n", capital(c.content()), c.content())
		case kind == 1:
			for range 2 + c.rnd.IntN(3) {
				w.text.WriteString("- ")
				w.sentence(4 + c.rnd.IntN(5))
				w.text.WriteString("\n")
			}
			w.text.WriteString("\n")
		case kind == 2:
			fmt.Fprintf(&w.text, "```sh\n%s --%s %s/%s.go\n```\n\n", c.content(), c.content(), c.content(), c.content())
		default:
			for range 1 + c.rnd.IntN(3) {
				w.sentence(6 + c.rnd.IntN(11))
				w.text.WriteString(" ")
			}
			if len(links) > 0 {
				fmt.Fprintf(&w.text, "See [[%s]].", links[0])
				links = links[1:]
			}
			w.text.WriteString("\n\n")
		}
	}
	return strings.TrimRight(w.text.String(), " \n") + "\n", w.ranks
}

// linked names up to two other notes of the corpus, without a trace in the stream of
// random numbers that the caller draws from.
func (c *corpus) linked() []string {
	count := max(0, c.rnd.IntN(4)-1)
	targets := make([]int, count)
	for k := range targets {
		targets[k] = c.rnd.IntN(c.notes)
	}
	again := c.rnd.Uint64()
	slugs := make([]string, count)
	for k, j := range targets {
		slugs[k] = slugOf(c.title(j))
	}
	c.pcg.Seed(again, 3)
	return slugs
}

// writer writes prose of a corpus and keeps which words it used.
type writer struct {
	*corpus
	text  strings.Builder
	ranks []int
}

// sentence writes some words, one in twelve of them an identifier of some program.
func (w *writer) sentence(words int) {
	for k := range words {
		if k > 0 {
			w.text.WriteByte(' ')
			if w.rnd.IntN(12) == 0 {
				w.text.WriteString(w.identifier())
				continue
			}
		}
		rank := int(w.zipf.Uint64())
		w.ranks = append(w.ranks, rank)
		word := w.words.word(rank)
		if k == 0 {
			word = capital(word)
		}
		w.text.WriteString(word)
	}
	w.text.WriteByte('.')
}

func (w *writer) identifier() string {
	a, b := w.content(), w.content()
	switch w.rnd.IntN(4) {
	case 0:
		return "`" + a + capital(b) + "`"
	case 1:
		return "`" + a + "_" + b + "`"
	case 2:
		return "`" + a + "/" + b + ".go`"
	default:
		return "`" + capital(a) + capital(b) + "()`"
	}
}
