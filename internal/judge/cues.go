package judge

import (
	"strings"

	"mem/internal/memory"
)

// cue is something in a text that speaks for a type.
type cue struct {
	of     memory.Type
	weight float64
	name   string // completes "it has …"
	in     func(reading) bool
}

// says makes a cue of phrases that stand anywhere.
func says(of memory.Type, weight float64, name string, phrases ...string) cue {
	return cue{of, weight, name, func(r reading) bool { return r.says(phrases...) }}
}

// begins makes a cue of phrases that begin a sentence.
func begins(of memory.Type, weight float64, name string, phrases ...string) cue {
	return cue{of, weight, name, func(r reading) bool { return r.begins(phrases...) }}
}

// cues lists every cue, type by type.
func cues() []cue {
	var all []cue
	for _, of := range [][]cue{preferences(), workflows(), ideas(), fixes(), conventions(), references()} {
		all = append(all, of...)
	}
	return all
}

func preferences() []cue {
	const t = memory.Preference
	return []cue{
		says(t, 3, "a word of liking", "prefers", "i prefer", "they prefer", "strongly prefer", "prefer not", "preferred by",
			"dislikes", "likes to", "i like", "i dislike", "doesnt like", "dont like", "hates", "i hate", "loves", "i love", "cant stand", "would rather",
			"favourite", "favorite", "preference for", "preference is", "is fond of"),
		says(t, 2, "a wish about how to be dealt with", "for me", "to me", "call me", "with me", "my replies", "answer me", "asked me to", "asked to be", "wants to be",
			"wants replies", "wants answers", "wants her", "wants his", "wants their", "wants them", "i want", "the user wants", "the owner wants", "the user asked"),
		says(t, 1.5, "a liking of sorts", "likes", "prefer", "preferred", "wants"),
		begins(t, 1, "a request", "please"),
	}
}

func workflows() []cue {
	const t = memory.Workflow
	return []cue{
		{t, 3, "numbered steps", func(r reading) bool { return r.steps() >= 2 }},
		begins(t, 3, "a how-to", "how to", "how we", "steps to", "steps for", "procedure for", "runbook", "recipe for", "checklist for", "checklist", "steps :"),
		{t, 3, "steps in order", func(r reading) bool {
			return (r.begins("first") || r.says("first run", "first stop", "first build", "first open", "first check")) && r.says("then", "after that", "finally")
		}},
		{t, 2.5, "a goal and what to run for it", func(r reading) bool {
			return r.opens("to add", "to build", "to deploy", "to release", "to restore", "to rotate", "to roll", "to run", "to start", "to reset", "to make",
				"to update", "to upgrade", "to publish", "to test", "to debug", "to renew", "to back", "to set", "to create", "to clean", "to descale", "to refill", "to get") &&
				r.says("run", "then", "open", "call", "use", "press", "execute", "type")
		}},
		{t, 3, "a list under the name of a procedure", func(r reading) bool {
			return r.bullets() >= 3 && r.top().says("procedure", "routine", "checklist", "steps", "process", "runbook")
		}},
		says(t, 1.5, "a next step", "and then run", "then run", "then push", "then open", "then restart", "after that", "followed by", "before you push", "next run", "finally run"),
		says(t, 1, "a word of procedure", "steps", "procedure", "checklist", "runbook", "walkthrough"),
	}
}

func ideas() []cue {
	const t = memory.Idea
	return []cue{
		begins(t, 4, "the word idea at its head", "idea", "idea :", "ideas :", "an idea", "proposal :"),
		says(t, 3, "a maybe", "maybe we could", "maybe we should", "perhaps we could", "perhaps we should", "we might try", "might be worth", "may be worth", "could be worth",
			"worth trying", "worth exploring", "worth a try", "would be nice", "would be good to have", "would be cool", "wouldnt it be", "it would help to have", "we could try", "could one day", "should think about",
			"one day we", "some day we", "someday", "nice to have"),
		begins(t, 3, "a what-if", "what if", "what about", "how about", "lets try", "could be fun", "why not", "wish list", "wishlist"),
		says(t, 1.5, "a could", "we could", "could we", "could also", "maybe", "perhaps", "explore whether", "consider adding", "consider using"),
		begins(t, 2.5, "a suggestion", "consider", "explore", "experiment with", "maybe", "perhaps"),
	}
}

func fixes() []cue {
	const t = memory.Fix
	return []cue{
		says(t, 3, "a cause or a cure", "root cause", "was caused by", "were caused by", "is caused by", "fixed by", "fixed it by", "solved by", "resolved by", "cured by", "workaround",
			"the fix was to", "the fix is to", "the cause was", "the culprit", "fix :", "cause :", "solution :", "turned out to be", "the solution was"),
		{t, 3, "a failure and what mended it", func(r reading) bool {
			return failing(r) && r.says("fixed", "solved", "resolved", "mended", "helped", "helps", "retry", "restart", "restarting", "reverting", "reinstalling", "replaced it", "goes away", "went away", "cured", "works again", "downgrading", "the trick") ||
				failing(r) && r.begins("fix", "solution")
		}},
		{t, 2.5, "a failure and its reason", func(r reading) bool {
			return failing(r) && r.says("because", "due to", "turned out", "since the", "caused")
		}},
		begins(t, 2.5, "a repair at its head", "fix", "fixed", "bugfix", "hotfix", "gotcha"),
		{t, 1, "a failure", failing},
	}
}

// failing reports whether a text speaks of something that goes wrong.
func failing(r reading) bool {
	r.words = strings.NewReplacer(" error log", " log", " error message", " message", " error handling", " handling", " error code", " code").Replace(r.words)
	return r.says("error", "errors", "bug", "crash", "crashed", "crashes", "fail", "fails", "failed", "failure", "failing", "panic", "panics", "broke", "broken", "hangs", "hung", "timeout",
		"timed out", "deadlock", "leak", "leaks", "leaked", "regression", "exception", "stuck", "flaky", "segfault", "stopped working", "did not work", "didnt work", "refused", "gone after", "does not work", "doesnt work", "problem :")
}

func conventions() []cue {
	const t = memory.Convention
	return []cue{
		says(t, 3, "a rule of the house", "we prefer", "we use", "we always", "we never", "we dont", "we do not", "we write", "we name", "we keep", "we commit", "we agreed", "agreed that", "our convention",
			"by convention", "convention :", "house rule", "our rule", "rule :", "policy :", "is our standard", "team rule", "as a rule"),
		{t, 2.5, "a must", func(r reading) bool { return r.says("must") && !r.begins("must") }},
		says(t, 2.5, "what is allowed", "is mandatory", "are mandatory", "is forbidden", "are forbidden", "is not allowed", "are not allowed", "is required for every", "no exceptions"),
		says(t, 2.5, "a way of naming", "are named", "is named after", "naming convention", "naming scheme", "naming :", "named like", "prefixed with", "suffixed with", "in kebab case", "in snake case", "in camelcase"),
		{t, 2.5, "an order at its head", func(r reading) bool {
			return r.opens("always", "never", "do not", "dont", "only use")
		}},
		{t, 1.5, "a statement about every one", func(r reading) bool { return r.opens("every", "all", "each") }},
		says(t, 1, "a word of duty", "always", "never", "should", "should not", "policy", "required", "convention", "conventions", "guideline"),
	}
}

func references() []cue {
	const t = memory.Reference
	return []cue{
		{t, 3, "an address", reading.address},
		says(t, 3, "a place or a number to look up", "listens on", "is reachable at", "is hosted at", "is hosted on", "lives at", "lives in", "lives on", "is located", "is stored in", "are stored in",
			"phone number", "the port is", "on port", "the password for", "the address is", "documentation is at", "docs are at", "is documented in", "the endpoint is", "can be found at",
			"is kept in", "are kept in", "birthday is", "serial number", "account number", "the id is", "stands for"),
		{t, 2.5, "a figure about a thing", func(r reading) bool {
			return r.figures() && !failing(r) && r.says("costs", "holds", "weighs", "measures", "contains", "is due", "deadline is", "deadline", "expires", "version", "is at", "is on", "runs on", "has", "opens at",
				"closes at", "starts at", "was born", "serves", "rate limit", "limit is", "is limited to", "opening hours")
		}},
		{t, 1, "a word of being", func(r reading) bool {
			return r.says("is", "are", "has", "have", "was", "were") && !r.says("we", "i", "you")
		}},
	}
}
