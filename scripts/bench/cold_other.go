//go:build !linux

package main

import "errors"

// canCool reports whether cool works on this system.
const canCool = false

func cool(...string) error { return errors.New("files cannot be forgotten on this system") }
