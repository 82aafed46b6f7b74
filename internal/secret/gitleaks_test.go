package secret

import (
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/zricethezav/gitleaks/v8/config"
	"github.com/zricethezav/gitleaks/v8/detect"
)

// gitleaksItself is the oracle of these tests. It takes long to make, which is why the package does not use it.
func gitleaksItself(t *testing.T) *detect.Detector {
	t.Helper()
	d, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTheRulesAreThoseOfTheModule(t *testing.T) {
	if gitleaksRules != config.DefaultConfig {
		t.Error("gitleaks.toml is not the config/gitleaks.toml of the module in go.mod: copy it here, with its LICENSE if that has changed")
	}
}

func TestEveryRuleIsReadAsGitleaksReadsIt(t *testing.T) {
	oracle := gitleaksItself(t).Config
	whole, err := readRules(gitleaksRules)
	if err != nil {
		t.Fatal(err)
	}
	b := openBook(gitleaksRules)
	if b.allow.expr().String() != whole.allow.expr().String() {
		t.Errorf("what all rules let pass is read as %v, want %v", b.allow.expr(), whole.allow.expr())
	}
	got := map[string]*rule{}
	for _, p := range b.pages {
		for _, r := range p.read() {
			got[r.id] = r
			if !slices.Equal(p.keywords, r.keywords) {
				t.Errorf("rule %s is looked for by %q, want %q", r.id, p.keywords, r.keywords)
			}
		}
	}
	if len(got) != len(whole.rules) {
		t.Errorf("taken apart there are %d rules, as a whole %d", len(got), len(whole.rules))
	}
	for id, want := range oracle.Rules {
		r := got[id]
		if r == nil {
			if want.Regex != nil && !slices.Contains(ours[:], id) && !hasSuffix(id, publicIDs[:]) {
				t.Errorf("rule %s is not read", id)
			}
			continue
		}
		delete(got, id)
		if r.pattern != want.Regex.String() || r.entropy != want.Entropy || r.group != want.SecretGroup || !slices.Equal(r.keywords, want.Keywords) {
			t.Errorf("rule %s is read as %+v, want %+v", id, r, want)
		}
		if r.expr().NumSubexp() != want.Regex.NumSubexp() {
			t.Errorf("rule %s is run with other groups than it has", id)
		}
		if kind := kindOf(r.description); len(kind) < 5 || strings.ContainsAny(kind, ",.;") && !strings.Contains(kind, ".i") {
			t.Errorf("rule %s is called %q", id, kind)
		}
		if len(r.allow) != len(want.Allowlists) {
			t.Fatalf("rule %s has %d allowlists, want %d", id, len(r.allow), len(want.Allowlists))
		}
		for i, a := range r.allow {
			sameAllowlist(t, id, a, want.Allowlists[i])
		}
	}
	for id := range got {
		t.Errorf("rule %s is not one of gitleaks'", id)
	}
	sameAllowlist(t, "of all", whole.allow, oracle.Allowlists[0])
}

func sameAllowlist(t *testing.T, id string, got *allowlist, want *config.Allowlist) {
	t.Helper()
	var patterns []string
	for _, p := range want.Regexes {
		patterns = append(patterns, p.String())
	}
	words, wantWords := slices.Clone(got.stopwords), slices.Clone(want.StopWords)
	slices.Sort(words)
	slices.Sort(wantWords)
	if !slices.Equal(got.patterns, patterns) || !slices.Equal(slices.Compact(words), wantWords) || got.target != want.RegexTarget ||
		got.all != (want.MatchCondition == config.AllowlistMatchAnd) || got.paths != (len(want.Paths) > 0) {
		t.Errorf("allowlist of rule %s is read as %+v, want %+v", id, got, want)
	}
}

// Whatever gitleaks finds in a sentence, we find. The samples are made from the expressions of its rules.
func TestScanFindsWhatGitleaksFinds(t *testing.T) {
	oracle := gitleaksItself(t)
	s := New()
	random := rand.New(rand.NewPCG(8, 30))
	for _, id := range oracle.Config.OrderedRules {
		r := oracle.Config.Rules[id]
		if r.Regex == nil || id == generic || slices.Contains(ours[:], id) || hasSuffix(id, publicIDs[:]) {
			continue // generic-api-key takes phrases and digests as well, which is what ordinary notes are made of
		}
		tree, err := syntax.Parse(r.Regex.String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		found, missed := 0, 0
		for range 20 {
			var b strings.Builder
			sample(&b, tree, random)
			text := "Use " + strings.Trim(b.String(), " \r\n") + " (" + r.Keywords[0] + ")\n"
			for _, f := range oracle.DetectString(text) {
				if f.RuleID == id && !isDigest(f.Secret) {
					found++
					if len(s.Scan("text", text)) == 0 {
						missed++
						t.Logf("%s %q", id, f.Match)
					}
					break
				}
			}
		}
		if missed > 0 {
			t.Errorf("%s: gitleaks finds %d of its samples, and we miss %d of those", id, found, missed)
		}
	}
}

// sample writes a text that an expression matches; where letters may be chosen it prefers those of tokens.
func sample(b *strings.Builder, re *syntax.Regexp, random *rand.Rand) {
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(letterOf(re.Rune, random))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('.')
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			sample(b, sub, random)
		}
	case syntax.OpAlternate:
		sample(b, re.Sub[random.IntN(len(re.Sub))], random)
	case syntax.OpQuest, syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
		least, most := re.Min, re.Max
		switch re.Op {
		case syntax.OpQuest:
			least, most = 0, 1
		case syntax.OpStar:
			least, most = 0, 1
		case syntax.OpPlus:
			least, most = 1, 12
		}
		if most < 0 {
			most = least + 8
		}
		for range least + random.IntN(min(most-least, 40)+1) {
			sample(b, re.Sub[0], random)
		}
	}
}

func letterOf(ranges []rune, random *rand.Rand) rune {
	var letters []rune
	for i := 0; i < len(ranges); i += 2 {
		for r := max(' ', ranges[i]); r <= min('~', ranges[i+1]); r++ {
			letters = append(letters, r)
		}
	}
	if len(letters) == 0 {
		return ranges[0]
	}
	return letters[random.IntN(len(letters))]
}
