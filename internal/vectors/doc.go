// Package vectors keeps, for the text of each note, the vector that an embedding model gives
// it, and finds the notes whose vectors lie nearest to a question's.
//
// It asks the one server that its caller names, and no other; it reads no notes, decides
// nothing about an answer, and never repeats the server's key. A Store is a cache: it may be
// deleted at any time. Begin with Build, which brings a Store up to the notes, and Store.Near.
//
// The client speaks HTTP/1.1 by itself, and leaves TLS to the curl program: net/http and
// crypto/tls would make the binary a quarter larger for what most vaults never use
// (docs/decisions/0013).
package vectors
