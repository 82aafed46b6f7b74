// Package cmd is mem's command line: it parses, calls engine, prints and picks the exit
// code. It decides nothing about memories. Begin with Main, then root.go; each verb has
// a file of its own name, and errors.go holds every exit code and hint.
package cmd
