package gitfile

import (
	"bytes"
	"strings"
)

// Conversion is what the attributes of a path say of the way between the file and the blob.
type Conversion struct {
	Text     Text
	EOL      EOL    // the line ends of a checkout, where the attributes name them
	Filter   string // the name of a filter driver; git ignores one that its configuration does not define
	Encoding string // of the file, where it is not UTF-8
	Ident    bool   // $Id: …$ in the file is $Id$ in the blob
}

// Text says whether git takes a file for text.
type Text string

const (
	TextByConfig Text = ""       // as core.autocrlf says
	TextAlways   Text = "text"   // CRLF in the file is LF in the blob
	TextNever    Text = "binary" // the blob is the file
	TextAuto     Text = "auto"   // git looks at the content
)

// EOL is a kind of line end.
type EOL string

const (
	EOLByConfig EOL = ""
	EOLLF       EOL = "lf"
	EOLCRLF     EOL = "crlf"
)

// Conversion gives what the rules say of a path, relative to the work tree, of a file. With ignoreCase, for
// core.ignoreCase, patterns match in either case.
func (a Attributes) Conversion(path string, ignoreCase bool) Conversion {
	if len(a.rules) == 0 {
		return Conversion{}
	}
	values := a.values(path, ignoreCase)
	c := Conversion{Ident: values["ident"] == isSet}
	c.Text, c.EOL = textOf(values["text"])
	if c.Text == TextByConfig {
		c.Text, c.EOL = textOf(values["crlf"]) // its name before git 1.7.2
	}
	if c.Text != TextNever {
		switch values["eol"] {
		case "lf":
			c.EOL = EOLLF
		case "crlf":
			c.EOL = EOLCRLF
		}
		if c.Text == TextByConfig && c.EOL != EOLByConfig {
			c.Text = TextAlways
		}
	}
	if f := values["filter"]; f != isSet && f != isUnset {
		c.Filter = string(f)
	}
	c.Encoding = encodingOf(values["working-tree-encoding"])
	return c
}

func textOf(v attributeValue) (Text, EOL) {
	switch v {
	case isSet:
		return TextAlways, EOLByConfig
	case isUnset:
		return TextNever, EOLByConfig
	case "auto":
		return TextAuto, EOLByConfig
	case "input":
		return TextAlways, EOLLF
	}
	return TextByConfig, EOLByConfig
}

func encodingOf(v attributeValue) string {
	switch v {
	case isSet, isUnset:
		return "no name" // git fails on such a file, and says why
	}
	if s := strings.ToLower(string(v)); s == "utf-8" || s == "utf8" {
		return ""
	}
	return string(v)
}

// Clean gives the blob that `git add` would make of a file's content; needsGit if only git can tell, because a filter,
// an encoding or an ident line is to be applied: then out is nil.
//
// autocrlf is the value of core.autocrlf: "input", or a boolean as git writes them, "" for none. oldBlobHasCRLF is
// HasCRLF of the blob that the index has for the path: where git guesses what is text, it does not begin to convert a
// file that was committed with CRLF. What core.safecrlf would refuse is converted.
// Sources: convert.c of git and gitattributes(5).
func Clean(data []byte, conv Conversion, autocrlf string, oldBlobHasCRLF bool) (out []byte, needsGit bool) {
	if conv.Filter != "" || conv.Encoding != "" || conv.Ident && bytes.Contains(data, []byte("$Id")) {
		return nil, true
	}
	text := conv.Text
	if text == TextByConfig {
		text = TextNever
		if converts(autocrlf) {
			text = TextAuto
		}
	}
	if text == TextNever || !bytes.Contains(data, []byte("\r\n")) {
		return data, false
	}
	if text == TextAuto && (oldBlobHasCRLF || looksBinary(data)) {
		return data, false
	}
	return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), false
}

// HasCRLF says whether a blob is text with a CRLF line end in it, as git judges.
func HasCRLF(blob []byte) bool {
	return bytes.Contains(blob, []byte("\r\n")) && !looksBinary(blob)
}

// converts reads core.autocrlf: "input" and every true boolean make git convert on the way in.
func converts(autocrlf string) bool {
	switch strings.ToLower(autocrlf) {
	case "true", "yes", "on", "1", "input":
		return true
	}
	return false
}

// looksBinary is git's guess: a NUL, a CR without LF, or more than one letter in 128 that does not print.
func looksBinary(data []byte) bool {
	printing, others := 0, 0
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == 0:
			return true
		case c == '\r':
			if i++; i == len(data) || data[i] != '\n' {
				return true
			}
		case c == '\n':
		case c == 0x7f, c < ' ' && c != '\b' && c != '\t' && c != '\x1b' && c != '\f':
			others++
		default:
			printing++
		}
	}
	if len(data) > 0 && data[len(data)-1] == 0x1a {
		others-- // the end-of-file mark of DOS
	}
	return printing>>7 < others
}
