package judge

import "os/exec"

// together has nothing to do: Windows knows no such groups.
func together(*exec.Cmd) {}

// killAll ends the program alone.
func killAll(cmd *exec.Cmd) error { return cmd.Process.Kill() }
