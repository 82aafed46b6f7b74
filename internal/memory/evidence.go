package memory

import "math"

// evidence is how much of the question's weight a match supports, as far as chance does not
// explain it: 0 to 1. Of each word it counts what the word tells in a note of this length:
// with p the share of notes that have the word, ln(1−(1−p)^l)/ln p of its weight, l being
// the note's length over the mean. What is left is divided by 1 + LongNote·ln(length/12),
// since long notes have usual words side by side for no reason; of a question of few words
// that takes correspondingly less. No word loses more than half by length, and one word alone
// of several counts Alone. Each of these was found on the sets of docs/recall.md. Where the question has several sentences, the best
// supported one may speak for all: agents ask with what they were told besides.
func (q *question) evidence(m *Match) float64 {
	if q.total == 0 {
		return 0
	}
	length := float64(m.Title + m.Names + m.Body)
	mean := q.corpus.Title + q.corpus.Names + q.corpus.Body
	gain := make([]float64, len(m.Hits))
	all, has, plain := 0.0, 0, 0
	var in uint64
	for i, h := range m.Hits {
		if q.must[i] > 0 && !q.words[i].Piece {
			plain++
		}
		if h.Part == 0 || q.must[i] == 0 || q.count == 1 && h.Part < leastPart {
			continue
		}
		gain[i] = q.must[i] * h.Part * telling(q.words[i].Docs, q.corpus.Docs, length/max(mean, 1))
		all += gain[i]
		has++
		in |= q.words[i].In
	}
	if has == 1 && plain >= many {
		return all * q.w.Alone / q.total / q.chance(length, q.count)
	}
	best := all / q.total / q.chance(length, q.count)
	for bit := uint64(1); bit != 0 && bit <= in; bit <<= 1 {
		if in&bit == 0 {
			continue
		}
		some, total, count, pieces := 0.0, 0.0, 0, 0
		for i, x := range q.words {
			if x.In&bit != 0 && q.must[i] > 0 {
				some, total = some+gain[i], total+q.must[i]
				if count++; x.Piece {
					pieces++
				}
			}
		}
		if count-pieces >= leastWords || pieces >= leastPieces {
			best = max(best, some/total/q.chance(length, count))
		}
	}
	return best
}

// many is how many words that count a question must have so that one of them alone says less.
const many = 3

// leastPart is what must be found of an identifier so that it is covered, and so that a question
// for it alone has an answer: more than half, which counts 0.8 at most unless it is found whole.
const leastPart = 0.41

// leastWords is how many words that count a sentence must have to speak for a question.
const leastWords = 4

// leastPieces is the same for a sentence in a script without spaces, in pairs of letters.
const leastPieces = 3

// telling is the part of a word's weight that a note of a length tells: a long one has the
// word more easily.
func telling(docs, all int, length float64) float64 {
	p := min(1, (float64(docs)+0.5)/(float64(all)+1))
	if p >= 1 || length <= 1 {
		return 1
	}
	return max(leastTelling, min(1, math.Log(1-math.Pow(1-p, length))/math.Log(p)))
}

// leastTelling bounds what length takes away: a word that only one note has is found in it,
// however long it is.
const leastTelling = 0.5

// usualLength is the length of a note, in words, from which it counts as long.
const usualLength = 12

// chance is what evidence is divided by.
func (q *question) chance(length float64, words int) float64 {
	full := max(0, min(1, float64(words-1)/q.w.LongQuestion))
	return 1 + q.w.LongNote*full*math.Log(max(1, length/usualLength))
}
