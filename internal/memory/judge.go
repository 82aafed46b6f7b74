package memory

import "time"

// Judge is the model that the user's config names for the questions of a night that no rule
// answers: a program, or a server. The zero value is none. It never comes from a vault.
type Judge struct {
	Command []string // the program and its arguments, started without a shell
	Env     []string // names of variables that the program is given besides the usual ones

	URL, Model string
	Key        Secret // "" = the server wants none
	KeyEnv     string // the variable that holds it

	Timeout time.Duration // for one answer; 0 means a minute
	Calls   int           // most requests of a night; 0 means the judge's own bound
	Minutes int           // most minutes of waiting in a night; 0 means the judge's own bound
}

// On reports whether there is a model.
func (j *Judge) On() bool { return len(j.Command) > 0 || j.URL != "" }
