// Package dream decides how a vault should change while nobody is watching.
//
// It only decides: it reads no files, writes none, runs no git and has no clock. A
// Snapshot and a Policy go in, a Plan comes out, and the same snapshot always gives
// the same plan. Whatever is not clear is no decision but a line for the owner.
//
// Begin with Decide, then take one job: file.go, merge.go (with declared.go, copies.go
// and contrary.go), expire.go (with noise.go) or rollup.go (with entity.go, mention.go and
// kinship.go for who is named, telling.go and choosing.go for the text). How a night is told to its owner is
// in brief.go (with deeds.go, eye.go and weave.go) and picture.go (with graph.go, layout.go and trend.go).
package dream
