// Package memory is what a memory is and the rules it lives by.
//
// It is pure: standard library only, no files, no clock, no environment. Every
// other package of mem speaks in its values. Begin with Note (a memory), then
// Change (the only thing that may alter a vault), then Rank (which notes answer).
package memory
