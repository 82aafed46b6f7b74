package index

import "golang.org/x/sys/unix"

// sinceBoot is the time since the machine was started, in nanoseconds, the same for all
// its processes.
func sinceBoot() (int64, bool) {
	var t unix.Timespec
	err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t)
	return t.Nano(), err == nil
}
