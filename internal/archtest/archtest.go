// Package archtest is the shape of mem, as a test. It reads the source in-process: a test
// that shells out to the go tool is served from the test cache and sees nothing. It holds
// no code of the program; the picture is in docs/architecture.md.
package archtest
