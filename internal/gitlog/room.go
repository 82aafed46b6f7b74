package gitlog

// room gives an empty slice with room for n bytes that will all be written to, soon.
func room(n int) []byte {
	b := make([]byte, n)
	fault(b)
	return b[:0]
}
