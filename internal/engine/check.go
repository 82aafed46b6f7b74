package engine

import (
	"cmp"
	"context"
	"slices"

	"mem/internal/memory"
	"mem/internal/secret"
	"mem/internal/vault"
)

// Checked is every broken rule of a vault.
type Checked struct {
	Findings []memory.Finding `json:"findings"`
	Grave    int              `json:"grave"`
	Fixed    []string         `json:"fixed"` // what --fix mended, a sentence each
}

// Check names every broken rule; with fix it mends first what is safe to mend.
func (e *Engine) Check(ctx context.Context, fix bool) (Checked, error) {
	out := Checked{Fixed: []string{}}
	listing, err := e.vault.List(ctx)
	if err != nil {
		return out, err
	}
	if out.Findings, err = e.vault.Check(ctx, listing); err != nil {
		return out, err
	}
	credentials := e.credentialFindings(ctx, listing)
	if fix {
		err := e.vault.Update(ctx, func(w *vault.Writer) error {
			fixed, err := w.Fix(out.Findings)
			out.Fixed = orEmpty(fixed)
			return err
		})
		if err != nil {
			return out, err
		}
		if listing, err = e.vault.List(ctx); err != nil {
			return out, err
		}
		if out.Findings, err = e.vault.Check(ctx, listing); err != nil {
			return out, err
		}
	}
	out.Findings = append(orEmpty(out.Findings), credentials...)
	slices.SortStableFunc(out.Findings, func(a, b memory.Finding) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	for _, f := range out.Findings {
		if f.Grave {
			out.Grave++
		}
	}
	return out, nil
}

// credentialRule is the one that the format itself does not need: no capture stores one.
func credentialRule() vault.Rule {
	return vault.Rule{Code: "credential", Grave: true, What: "The note holds a credential.",
		Remedy: "Take it out and have it changed where it opens something; the history keeps it (git filter-repo --path FILE --invert-paths)."}
}

// Rules lists what Check looks for.
func Rules() []vault.Rule { return append(vault.Rules(), credentialRule()) }

// credentialFindings names the credentials that somebody wrote into notes or facts by hand:
// their kind and line, never the value. What cannot be read has another finding.
func (e *Engine) credentialFindings(ctx context.Context, listing vault.Listing) []memory.Finding {
	paths := []string{factsFile}
	for _, s := range listing.Notes {
		paths = append(paths, s.Path)
	}
	if e.scanner == nil {
		e.scanner = secret.New() // before two goroutines want it
	}
	rule, found := credentialRule(), make([][]memory.Finding, len(paths))
	e.each(len(paths), func(i int) {
		data, err := e.vault.ReadFile(paths[i])
		if err != nil || ctx.Err() != nil {
			return
		}
		for _, f := range e.scanner.Scan("", string(data)) {
			found[i] = append(found[i], memory.Finding{Code: rule.Code, Path: paths[i], Line: f.Line, Detail: "It holds a credential: " + f.Kind + ".", Remedy: rule.Remedy, Grave: rule.Grave})
		}
	})
	return slices.Concat(found...)
}

// Indexed is the state of the index.
type Indexed struct {
	Notes      int    `json:"notes"`  // in the index
	Files      int    `json:"files"`  // on disk
	Differ     int    `json:"differ"` // of the one or the other, not the same
	Bytes      int64  `json:"bytes"`
	Segments   int    `json:"segments"`
	Generation string `json:"generation"` // the folder in use
	Version    string `json:"version"`    // of format and analysis
	Rebuilt    bool   `json:"rebuilt"`    // just now

	Vectors VectorHealth `json:"vectors,omitzero"` // with an embedding endpoint
}

// RebuildIndex builds the index anew from the files, then the vectors that are missing.
func (e *Engine) RebuildIndex(ctx context.Context) (Indexed, error) {
	listing, err := e.vault.List(ctx)
	if err != nil {
		return Indexed{}, err
	}
	if _, err := e.index.Rebuild(ctx, e.allDocs(ctx), func(n int) { e.step(n, len(listing.Notes)) }); err != nil {
		return Indexed{}, err
	}
	e.refuse("settings-endpoint")
	e.buildVectors(ctx, 0)
	out, err := e.IndexStatus(ctx)
	out.Rebuilt = err == nil
	return out, err
}

// IndexStatus describes the index without changing it.
func (e *Engine) IndexStatus(ctx context.Context) (Indexed, error) {
	listing, err := e.vault.List(ctx)
	if err != nil {
		return Indexed{}, err
	}
	info, err := e.index.Info(ctx)
	if err != nil {
		return Indexed{}, err
	}
	out := Indexed{Notes: info.Notes, Files: len(listing.Notes), Bytes: info.Bytes, Segments: info.Segments,
		Generation: info.Generation, Version: info.Version}
	records, err := e.index.Stamps(ctx)
	if err != nil {
		return out, err
	}
	c := diff(listing.Notes, records)
	out.Differ = len(c.put) + len(c.remove)
	if out.Vectors, err = e.vectorHealth(e.vectorTexts(ctx)); err != nil {
		e.notice("%v", err)
	}
	return out, nil
}
