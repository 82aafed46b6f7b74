// Package index is the rebuildable search index of a vault's notes.
//
// It is a cache: whoever deletes its folder loses nothing but the time to build it again.
// It reads no notes (it is given them), decides nothing about them, and ranks nothing:
// it returns, for each note that has a word of a question, how often and where, as
// memory.Match values from which memory.Rank makes an answer.
//
// Begin with Index.Search, then Index.Update and Index.Rebuild. How text becomes terms is
// in analyze.go; what lies on disk in generation.go; how damage is told from a busy or an
// absent index in damage.go. Scan gives the very answer of Search without an index.
//
// Storage is bleve's scorch engine, used below bleve's own mapping, analysis, query
// language and scoring. Its BM25 takes the mean length of a field from the number of
// distinct terms and so changes with the layout of segments; its analyzers lose Thai,
// emoji and C++; and linking scorch alone instead of all of bleve keeps 16 MB out of the
// binary and a millisecond out of every start. The fields of a note are in document.go;
// an index that is built anew is written in scorch's form by segment.go, whole.
package index
