package cmd

import (
	"strings"

	"mem/internal/gitlog"
)

// diffContext is how many equal lines are shown around those that differ.
const diffContext = 2

// mostDiffed bounds the lines of a file of which the difference is worked out line by line.
const mostDiffed = 2000

// diff prints what a commit did to a file, as a unified difference without line numbers.
func (a *app) diff(f gitlog.FileDiff) {
	a.printf("--- %s\n+++ %s\n", nameOr(f.Before, f.Path), nameOr(f.After, f.Path))
	before, after := linesOf(f.Before), linesOf(f.After)
	lines := diffLines(before, after)
	near := make([]bool, len(lines))
	for i, l := range lines {
		if l[0] != ' ' {
			for j := max(0, i-diffContext); j <= min(len(lines)-1, i+diffContext); j++ {
				near[j] = true
			}
		}
	}
	for i, l := range lines {
		switch {
		case near[i]:
			a.printf("%s\n", clean(l))
		case i > 0 && near[i-1]:
			a.printf("…\n")
		}
	}
}

func nameOr(data []byte, path string) string {
	if data == nil {
		return "/dev/null"
	}
	return clean(path)
}

func linesOf(data []byte) []string {
	if len(data) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// diffLines is the shortest way from one text to another, each line behind ' ', '-' or '+'.
func diffLines(a, b []string) []string {
	var out []string
	add := func(sign string, lines []string) {
		for _, l := range lines {
			out = append(out, sign+l)
		}
	}
	if len(a) > mostDiffed || len(b) > mostDiffed {
		add("-", a)
		add("+", b)
		return out
	}
	same := make([][]int, len(a)+1) // the longest common lines of what follows i and j
	for i := range same {
		same[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if same[i][j] = max(same[i+1][j], same[i][j+1]); a[i] == b[j] {
				same[i][j] = same[i+1][j+1] + 1
			}
		}
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			add(" ", a[i:i+1])
			i, j = i+1, j+1
		case same[i+1][j] >= same[i][j+1]:
			add("-", a[i:i+1])
			i++
		default:
			add("+", b[j:j+1])
			j++
		}
	}
	add("-", a[i:])
	add("+", b[j:])
	return out
}
