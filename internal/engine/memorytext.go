package engine

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The words of Anthropic's memory tool, memory_20250818, as its documentation of November
// 2026 has them: models are trained on these. Where it gives no words they are ours.

// memoryRoot is the folder that the tool works in.
const memoryRoot = "/memories"

func toolListing(path string, rows []string) string {
	return fmt.Sprintf("Here're the files and directories up to 2 levels deep in %s, excluding hidden items and node_modules:\n%s", path, strings.Join(rows, "\n"))
}

func toolContent(path string, lines []string, from int) string {
	return fmt.Sprintf("Here's the content of %s with line numbers:\n%s", path, numberedLines(lines, from))
}

func toolNoPath(path string) string {
	return fmt.Sprintf("The path %s does not exist. Please provide a valid path.", path)
}

func toolErrNoFile(path string) string { return "Error: " + toolNoPath(path) }

func toolErrGone(path string) string { return fmt.Sprintf("Error: The path %s does not exist", path) }

func toolCreated(path string) string {
	return "File created successfully at: " + path
}

func toolErrExists(path string) string { return fmt.Sprintf("Error: File %s already exists", path) }

// toolReplaced has a few lines around the edit, which begins at a line of the new text.
func toolReplaced(lines []string, at int) string {
	const around = 4
	from := max(0, at-around)
	return "The memory file has been edited.\n" + numberedLines(lines[from:min(len(lines), at+around+1)], from+1)
}

func toolNotFound(old, path string) string {
	return fmt.Sprintf("No replacement was performed, old_str `%s` did not appear verbatim in %s.", old, path)
}

func toolTwice(old string, lines []int) string {
	list := make([]string, len(lines))
	for i, n := range lines {
		list[i] = strconv.Itoa(n)
	}
	return fmt.Sprintf("No replacement was performed. Multiple occurrences of old_str `%s` in lines: %s. Please ensure it is unique", old, strings.Join(list, ", "))
}

func toolInserted(path string) string { return fmt.Sprintf("The file %s has been edited.", path) }

func toolErrLine(line, most int) string {
	return fmt.Sprintf("Error: Invalid `insert_line` parameter: %d. It should be within the range of lines of the file: [0, %d]", line, most)
}

func toolErrRange(from, to, most int) string {
	return fmt.Sprintf("Error: Invalid `view_range` parameter: [%d, %d]. It should be within the range of lines of the file: [1, %d]", from, to, most)
}

func toolDeleted(path string) string { return "Successfully deleted " + path }

func toolRenamed(from, to string) string {
	return fmt.Sprintf("Successfully renamed %s to %s", from, to)
}

func toolErrDestination(path string) string {
	return fmt.Sprintf("Error: The destination %s already exists", path)
}

func toolErrOutside(path string) string {
	return fmt.Sprintf("Error: Path must be within %s, got: %s", memoryRoot, path)
}

// numberedLines are lines with their numbers, right-aligned over six letters, and a tab.
func numberedLines(lines []string, from int) string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = fmt.Sprintf("%6d\t%s", from+i, l)
	}
	return strings.Join(out, "\n")
}

// toolSize is a number of bytes as the tool's listings show it: 812B, 1.5K, 2M.
func toolSize(n int) string {
	size, unit := float64(n), 0
	for size >= 1024 && unit < 3 {
		size, unit = size/1024, unit+1
	}
	if size == math.Trunc(size) {
		return fmt.Sprintf("%d%c", int(size), "BKMG"[unit])
	}
	return fmt.Sprintf("%.1f%c", size, "BKMG"[unit])
}
