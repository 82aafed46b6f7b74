// Package naming finds the names in a vault's notes: of people, houses, places, projects.
//
// Which words are names it reads from the vault itself: a word that is written with a capital
// inside sentences and hardly ever without one. It errs on the side of none, knows nobody
// beforehand, and never says what it is that has the name. Begin with New, Read and Name.
package naming
