// Package endpoint sends a JSON document to the one server that its caller names, and reads
// what comes back. It knows nothing of what is asked, follows no redirect, uses no proxy of its
// own accord, and never repeats the server's key.
//
// It speaks HTTP/1.1 by itself, and leaves TLS to the curl program: net/http and crypto/tls
// would make the binary a quarter larger for what most vaults never use
// (docs/decisions/0013). Begin with New, then Endpoint.Post.
package endpoint
