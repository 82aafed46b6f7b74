package index

import (
	"errors"

	"golang.org/x/sys/windows"
)

func readOnlyFileSystem(err error) bool { return errors.Is(err, windows.ERROR_WRITE_PROTECT) }
