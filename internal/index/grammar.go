package index

// grammatical returns the languages in which a folded word is one of the usual ones that hold a
// sentence together and say little. By them a language is told, and the words of a language
// that are common; for English, commonWords say the latter. It is a switch, so that nothing is
// built when the program starts, and few comparisons are made.
func grammatical(word string) language {
	switch word {
	case "about", "after", "again", "all", "also", "and", "any", "are", "at", "be", "because", "been", "before",
		"between", "but", "by", "can", "could", "d", "did", "does", "down", "from", "has", "have", "her", "him", "his",
		"how", "if", "into", "it", "its", "just", "ll", "m", "more", "my", "not", "off", "one", "only", "or", "other",
		"our", "out", "re", "s", "same", "she", "should", "some", "t", "than", "that", "the", "their", "them", "then",
		"there", "they", "this", "to", "too", "up", "ve", "very", "were", "what", "when", "where", "which", "who", "why",
		"will", "with", "would", "you", "your":
		return english
	case "aber", "am", "auch", "auf", "aus", "bei", "beim", "bin", "bis", "bist", "damit", "dann", "dass", "dem",
		"denn", "der", "dich", "diese", "diesem", "diesen", "dieser", "dieses", "dir", "doch", "dort", "durch", "ein",
		"eine", "einem", "einen", "einer", "eines", "etwas", "fur", "gegen", "gibt", "habe", "haben", "hat", "hatte",
		"hatten", "hier", "ich", "ihm", "ihn", "ihr", "ihre", "ihren", "ihrer", "im", "ist", "jede", "jeder", "kann",
		"kein", "keine", "konnen", "mehr", "mein", "meine", "meinen", "mich", "mir", "mit", "muss", "nach", "nicht",
		"nichts", "noch", "nur", "ob", "oder", "ohne", "schon", "sehr", "sein", "seine", "seinen", "seiner", "sich", "sie",
		"sind", "soll", "uber", "und", "unser", "unsere", "vom", "von", "vor", "wann", "war", "warum", "weil", "welche",
		"welchen", "welcher", "welches", "wem", "wen", "wenn", "wer", "werden", "wieso", "wir", "wird", "wo", "wurde",
		"wurden", "zu", "zum", "zur":
		return german
	case "apres", "au", "aussi", "aux", "avait", "avant", "avec", "avez", "avoir", "avons", "car", "ce", "ceci", "cela",
		"ces", "cet", "cette", "chez", "comme", "comment", "dans", "depuis", "donc", "dont", "elle", "elles", "est", "et",
		"etaient", "etait", "ete", "etes", "etre", "ici", "ils", "j", "leur", "leurs", "mes", "moi", "mon", "ne", "notre",
		"nous", "ont", "ou", "par", "pas", "pendant", "plus", "pour", "pourquoi", "qu", "quand", "quel", "quelle",
		"quelles", "quels", "qui", "quoi", "sa", "sans", "sera", "ses", "sommes", "sont", "sous", "suis", "sur", "ta",
		"tes", "ton", "tres", "une", "vers", "vos", "votre", "vous":
		return french
	case "aqui", "contra", "cual", "cuales", "cuando", "cuanto", "cuantos", "desde", "donde", "durante", "el", "ella",
		"ellos", "esa", "ese", "eso", "estaba", "estan", "estas", "esto", "estos", "fue", "fueron", "habia", "hasta",
		"hay", "hemos", "las", "los", "mis", "muy", "pero", "quien", "quienes", "sus", "tambien", "tiene", "unas", "unos",
		"ya", "yo":
		return spanish
	case "abbiamo", "agli", "allo", "anche", "che", "chi", "ci", "come", "cui", "dai", "dal", "dalla", "dalle", "degli",
		"dei", "della", "delle", "dello", "di", "dopo", "dove", "ed", "erano", "essere", "fra", "gli", "hanno", "ho",
		"lei", "loro", "mia", "mio", "molto", "nei", "nel", "nella", "nelle", "noi", "non", "per", "perche", "piu",
		"quale", "quali", "quanto", "quella", "quello", "questa", "queste", "questi", "questo", "senza", "sono", "stata",
		"stati", "stato", "sul", "sulla", "suo", "suoi", "ti", "tra", "uno":
		return italian
	case "ao", "aos", "ate", "com", "depois", "dos", "ela", "elas", "ele", "eles", "em", "essa", "esse", "estao",
		"estava", "eu", "foi", "foram", "isso", "isto", "ja", "lhe", "meu", "minha", "muito", "na", "nao", "nas", "onde",
		"os", "pela", "pelas", "pelo", "pelos", "quais", "qual", "quem", "sao", "sem", "seu", "seus", "suas", "tambem",
		"tem", "ter", "uma", "umas", "voce":
		return portuguese
	case "aan", "bij", "dan", "dat", "deze", "dit", "door", "dus", "een", "geen", "haar", "hadden", "hebben", "heeft",
		"het", "hij", "hoe", "hun", "ik", "jij", "jouw", "maar", "meer", "met", "mijn", "moet", "naar", "niet", "nog",
		"omdat", "ons", "onze", "ook", "op", "toen", "tot", "uit", "van", "voor", "waar", "waarom", "wanneer", "wat",
		"wel", "welk", "welke", "werd", "wij", "worden", "wordt", "zal", "ze", "zij", "zijn", "zo":
		return dutch
	case "ar", "att", "av", "blev", "blir", "dar", "denna", "deras", "dessa", "det", "detta", "dig", "efter", "eller",
		"ett", "fran", "hade", "har", "hon", "hur", "inte", "jag", "med", "men", "mig", "mycket", "nar", "nu", "och",
		"oss", "pa", "sig", "sina", "sitt", "ska", "skulle", "som", "till", "upp", "utan", "vad", "var", "vara", "varfor",
		"varit", "vem", "vid", "vilka", "vilken", "vilket":
		return swedish
	case "an", "so":
		return english | german
	case "on":
		return english | french
	case "he":
		return english | spanish
	case "as", "do":
		return english | portuguese
	case "had", "is", "of", "we":
		return english | dutch
	case "for", "under":
		return english | swedish
	case "des":
		return german | french
	case "es":
		return german | spanish
	case "alle":
		return german | italian
	case "das", "um", "uns":
		return german | portuguese
	case "als", "die", "waren", "wie":
		return german | dutch
	case "den", "man":
		return german | swedish
	case "les", "son", "tu", "y":
		return french | spanish
	case "ai", "il", "l", "lui", "ma":
		return french | italian
	case "mais":
		return french | portuguese
	case "je":
		return french | dutch
	case "con", "del", "lo", "mi", "su", "una":
		return spanish | italian
	case "como", "esta", "este", "mas", "para", "por", "porque", "ser", "sobre":
		return spanish | portuguese
	case "han", "sin":
		return spanish | swedish
	case "e", "quando", "sua":
		return italian | portuguese
	case "alla", "vi":
		return italian | swedish
	case "kan", "om":
		return dutch | swedish
	case "was":
		return english | german | dutch
	case "me":
		return english | french | spanish
	case "a":
		return english | french | portuguese
	case "no":
		return english | spanish | portuguese
	case "i":
		return english | italian | swedish
	case "over":
		return english | dutch | swedish
	case "du":
		return german | french | swedish
	case "er":
		return german | dutch | swedish
	case "la", "le", "si", "un":
		return french | spanish | italian
	case "entre", "nos", "que":
		return french | spanish | portuguese
	case "te":
		return french | spanish | dutch
	case "ni":
		return french | spanish | swedish
	case "era", "ha", "o":
		return spanish | italian | portuguese
	case "al":
		return spanish | italian | dutch
	case "da":
		return italian | portuguese | swedish
	case "in":
		return english | german | italian | dutch
	case "se":
		return french | spanish | italian | portuguese
	case "en":
		return french | spanish | dutch | swedish
	case "de":
		return french | spanish | portuguese | dutch | swedish
	}
	return 0
}
