// Package vault is the notes of one vault as files, and this machine's state beside them.
//
// Every access goes through an os.Root, so that no name, field or link can lead out of the
// vault. It decides nothing about memories: it lists, reads, names, checks, and carries out
// what a memory.Change says. It never writes except through the Writer that Update hands
// out (the files below .mem excepted), never follows a link, never touches git, and never
// re-serialises what a person wrote.
//
// Begin with Locate and Open, then List and Read; Update and Writer.Apply are the way
// anything is written; Check says which rules of the format are broken, and Rules lists them.
package vault
