package dream

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// handful is how many things a processor takes at once.
const handful = 64

// abreast calls f once for each number below n, on all processors: worker says on which, from
// 0 to workers()-1. What f does must not depend on order, and must touch nothing that a call on
// another processor does.
func abreast(n int, f func(worker, i int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for worker := range min(workers(), (n+handful-1)/handful) {
		all.Go(func() {
			for {
				end := int(next.Add(handful))
				if end-handful >= n {
					return
				}
				for i := end - handful; i < min(end, n); i++ {
					f(worker, i)
				}
			}
		})
	}
	all.Wait()
}

func workers() int { return runtime.GOMAXPROCS(0) }
