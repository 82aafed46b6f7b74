// Package vectors keeps, for the text of each note, the vector that an embedding model gives
// it, and finds the notes whose vectors lie nearest to a question's.
//
// It asks the one server that its caller names, and no other; it reads no notes, decides
// nothing about an answer, and never repeats the server's key. A Store is a cache: it may be
// deleted at any time. Begin with Build, which brings a Store up to the notes, and Store.Near.
package vectors
