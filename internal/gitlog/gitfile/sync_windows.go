package gitfile

// syncDir does nothing: Windows syncs no folders, NTFS keeps a journal of names.
func syncDir(string) error { return nil }
