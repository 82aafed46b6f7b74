package index

import "strings"

// irregular returns what an English word is a form of where no rule tells: went is go, and
// children are child. Forms that are as usual in another sense (left, saw, bound) are left
// as they are. It is a switch, so that nothing is built when the program starts.
func irregular(word string) string {
	switch word {
	case "analyses":
		return "analysis"
	case "arisen", "arose":
		return "arise"
	case "bacteria":
		return "bacterium"
	case "beaten":
		return "beat"
	case "became":
		return "become"
	case "began", "begun":
		return "begin"
	case "beheld":
		return "behold"
	case "bent":
		return "bend"
	case "bitten":
		return "bite"
	case "bled":
		return "bleed"
	case "blew", "blown":
		return "blow"
	case "broke", "broken":
		return "break"
	case "bred":
		return "breed"
	case "brought":
		return "bring"
	case "built":
		return "build"
	case "burnt":
		return "burn"
	case "bought":
		return "buy"
	case "caught":
		return "catch"
	case "children":
		return "child"
	case "chose", "chosen":
		return "choose"
	case "clung":
		return "cling"
	case "came":
		return "come"
	case "crept":
		return "creep"
	case "crises":
		return "crisis"
	case "criteria":
		return "criterion"
	case "diagnoses":
		return "diagnosis"
	case "dug":
		return "dig"
	case "done":
		return "do"
	case "drawn", "drew":
		return "draw"
	case "dreamt":
		return "dream"
	case "drank", "drunk":
		return "drink"
	case "driven", "drove":
		return "drive"
	case "dwelt":
		return "dwell"
	case "ate", "eaten":
		return "eat"
	case "fallen", "fell":
		return "fall"
	case "fed":
		return "feed"
	case "felt":
		return "feel"
	case "fought":
		return "fight"
	case "found":
		return "find"
	case "fled":
		return "flee"
	case "flew", "flown":
		return "fly"
	case "feet":
		return "foot"
	case "forbade", "forbidden":
		return "forbid"
	case "foresaw", "foreseen":
		return "foresee"
	case "forgot", "forgotten":
		return "forget"
	case "forgave", "forgiven":
		return "forgive"
	case "froze", "frozen":
		return "freeze"
	case "got", "gotten":
		return "get"
	case "gave", "given":
		return "give"
	case "goes", "gone", "went":
		return "go"
	case "geese":
		return "goose"
	case "grew", "grown":
		return "grow"
	case "halves":
		return "half"
	case "hung":
		return "hang"
	case "heard":
		return "hear"
	case "hid", "hidden":
		return "hide"
	case "held":
		return "hold"
	case "hypotheses":
		return "hypothesis"
	case "indices":
		return "index"
	case "kept":
		return "keep"
	case "knives":
		return "knife"
	case "knew", "known":
		return "know"
	case "led":
		return "lead"
	case "leant":
		return "lean"
	case "learnt":
		return "learn"
	case "lent":
		return "lend"
	case "lives":
		return "life"
	case "loaves":
		return "loaf"
	case "lost":
		return "lose"
	case "made":
		return "make"
	case "men":
		return "man"
	case "matrices":
		return "matrix"
	case "meant":
		return "mean"
	case "met":
		return "meet"
	case "misunderstood":
		return "misunderstand"
	case "mice":
		return "mouse"
	case "overcame":
		return "overcome"
	case "overridden", "overrode":
		return "override"
	case "paid":
		return "pay"
	case "people":
		return "person"
	case "phenomena":
		return "phenomenon"
	case "proven":
		return "prove"
	case "rebuilt":
		return "rebuild"
	case "redone":
		return "redo"
	case "rewritten", "rewrote":
		return "rewrite"
	case "ridden", "rode":
		return "ride"
	case "rang", "rung":
		return "ring"
	case "risen":
		return "rise"
	case "ran":
		return "run"
	case "said":
		return "say"
	case "seen":
		return "see"
	case "sought":
		return "seek"
	case "sold":
		return "sell"
	case "sent":
		return "send"
	case "shaken", "shook":
		return "shake"
	case "shelves":
		return "shelf"
	case "shown":
		return "show"
	case "shrank", "shrunk":
		return "shrink"
	case "sang", "sung":
		return "sing"
	case "sank", "sunk":
		return "sink"
	case "sat":
		return "sit"
	case "slept":
		return "sleep"
	case "slid":
		return "slide"
	case "sown":
		return "sow"
	case "spoke", "spoken":
		return "speak"
	case "spelt":
		return "spell"
	case "spent":
		return "spend"
	case "spilt":
		return "spill"
	case "spun":
		return "spin"
	case "spoilt":
		return "spoil"
	case "sprang", "sprung":
		return "spring"
	case "stood":
		return "stand"
	case "stole", "stolen":
		return "steal"
	case "stuck":
		return "stick"
	case "stung":
		return "sting"
	case "strode":
		return "stride"
	case "struck":
		return "strike"
	case "striven", "strove":
		return "strive"
	case "swore", "sworn":
		return "swear"
	case "swept":
		return "sweep"
	case "swam", "swum":
		return "swim"
	case "swung":
		return "swing"
	case "taken", "took":
		return "take"
	case "taught":
		return "teach"
	case "tore", "torn":
		return "tear"
	case "told":
		return "tell"
	case "theses":
		return "thesis"
	case "thieves":
		return "thief"
	case "thought":
		return "think"
	case "threw", "thrown":
		return "throw"
	case "teeth":
		return "tooth"
	case "trod", "trodden":
		return "tread"
	case "understood":
		return "understand"
	case "undone":
		return "undo"
	case "vertices":
		return "vertex"
	case "woke", "woken":
		return "wake"
	case "wore", "worn":
		return "wear"
	case "wove", "woven":
		return "weave"
	case "wept":
		return "weep"
	case "wives":
		return "wife"
	case "won":
		return "win"
	case "withdrawn", "withdrew":
		return "withdraw"
	case "wolves":
		return "wolf"
	case "women":
		return "woman"
	case "wrung":
		return "wring"
	case "written", "wrote":
		return "write"
	}
	return positive(word)
}

// positive returns healthy of healthier and healthiest. Only adjectives have such forms, and
// they are named: a supplier is no supply.
func positive(word string) string {
	stem, ok := strings.CutSuffix(word, "iest")
	if !ok {
		stem, ok = strings.CutSuffix(word, "ier")
	}
	if !ok {
		return word
	}
	switch stem {
	case "angr", "bus", "cheek", "cloud", "clums", "costl", "craz", "deadl", "dirt", "dr", "dust", "earl", "eas", "empt", "fanc", "friendl",
		"funn", "fuzz", "grump", "happ", "hand", "health", "heav", "hungr", "itch", "laz", "likel", "livel", "lonel", "luck", "mess", "murk", "nast", "nois",
		"prett", "rain", "risk", "shad", "shin", "sleep", "slopp", "snow", "speed", "spic", "stead", "sunn", "tast", "thirst", "tid", "tin", "trick",
		"ugl", "unhapp", "wealth", "wind", "worth":
		return stem + "y"
	}
	return word
}
