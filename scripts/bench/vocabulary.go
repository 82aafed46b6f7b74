package main

import (
	"strings"
	"unicode"
)

// function words come first by frequency, as they do in every text; then what people who
// build software write about; then invented words without end.
const (
	functionWords = `the of and to a in is it that for on with as was this be are by not or from at
when but an if we has which after have then can so do only will no all its before than what
because there were into does how out up where them they you our more one still while each why`

	tradeWords = `server test file error request build cache index user branch commit value config
deploy release time queue database key table list query process thread lock memory write read
module package handler client token session timeout retry field record schema batch job log
metric alert socket port host image container volume pipeline stage script shell editor panel
invoice customer order payment address letter meeting review draft budget garden kitchen train
ticket hotel passport dentist school piano recipe bread coffee bicycle window battery printer
replica shard backup restore migration rollback latency quota limit header cookie proxy gateway
cluster node pod secret policy role scope owner reader writer parser lexer compiler linker kernel
driver buffer stream signal event hook filter mapper reducer worker scheduler timer clock epoch
digest hash cipher signature certificate vault ledger journal snapshot segment page cursor offset`
)

// vocabulary maps a rank of frequency, 0 the most frequent, to a word.
type vocabulary struct {
	known    []string
	function int // the first ranks, which no question is about
}

func newVocabulary() vocabulary {
	f := strings.Fields(functionWords)
	return vocabulary{known: append(f, strings.Fields(tradeWords)...), function: len(f)}
}

const (
	consonants = "bdfgklmnprstvzhjwc"
	vowels     = "aeiou"
	syllables  = len(consonants) * len(vowels)
	invented   = syllables * syllables * syllables // words of three syllables
	scatter    = 324_901                           // prime to invented: ranks that are near get words that are not
)

// ranks is the size of the vocabulary.
func (v vocabulary) ranks() int { return len(v.known) + invented }

func (v vocabulary) word(rank int) string {
	if rank < len(v.known) {
		return v.known[rank]
	}
	n := (rank - len(v.known)) * scatter % invented
	var b [7]byte
	for i := 0; i < 6; i += 2 {
		s := n % syllables
		n /= syllables
		b[i], b[i+1] = consonants[s/len(vowels)], vowels[s%len(vowels)]
	}
	b[6] = "tkmn"[rank%4]
	return string(b[:])
}

// capital makes the first letter of a word a capital.
func capital(word string) string {
	r := []rune(word)
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}
