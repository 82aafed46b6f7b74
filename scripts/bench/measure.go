package main

import "context"

// measure is something that is compared; it makes rows of the table.
type measure struct {
	name string
	says string // what its rows stand for, for the document
	huge bool   // also taken on a vault of a million notes
	take func(context.Context, *ground) ([]row, error)
}

// measures lists them in the order of the table.
func measures() []measure {
	return []measure{
		{"recall", saysRecall, true, takeRecall},
		{"edits", saysEdits, false, takeEdits},
		{"capture", saysCapture, true, takeCapture},
		{"many", saysMany, false, takeMany},
		{"many-dream", saysManyDream, false, takeManyDream},
		{"dream", saysDream, false, takeDream},
		{"rebuild", saysRebuild, true, takeRebuild},
		{"thousand", saysThousand, false, takeThousand},
		{"memory", saysMemory, false, takeMemory},
		{"status", saysStatus, true, takeStatus},
		{"cold", saysCold, false, takeCold},
		{"lag", saysLag, false, takeLag},
		{"disk", saysDisk, true, takeDisk},
		{"start", saysStart, false, takeStart},
	}
}

// hugeVault is the size from which only the measures marked huge are taken, and what is
// heavy only once.
const hugeVault = 500_000

// bound is one of the project's two bounds for a figure: for exactly 10,000 and 100,000
// notes. A limit of 0 is none.
func (g *ground) bound(s sense, at10k, at100k float64) bound {
	limit := map[int]float64{10_000: at10k, 100_000: at100k}[g.corpus.notes]
	if limit == 0 {
		return bound{}
	}
	return bound{s, limit}
}

// one is the bound of both sizes.
func (g *ground) one(s sense, limit float64) bound { return g.bound(s, limit, limit) }

// fail puts an error on each row: the figures were found, but do not count.
func fail(rows []row, err error) []row {
	for i := range rows {
		if err != nil && rows[i].failed == nil {
			rows[i].failed = err
		}
	}
	return rows
}
