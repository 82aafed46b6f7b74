package main

import "os"

// peakOf is the largest resident set of an ended process in bytes, which this system does not tell.
func peakOf(*os.ProcessState) int64 { return 0 }
