//go:build !windows

package judge

import (
	"os/exec"
	"syscall"
)

// together makes a program, with whatever it starts, a group of its own.
func together(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killAll ends the program's group.
func killAll(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
