package gitlog

// ownerOf knows nothing here: owners are no numbers, and files of administrators belong to a group.
func ownerOf(string) (id uint32, known bool, err error) { return 0, false, nil }
