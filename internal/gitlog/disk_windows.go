package gitlog

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"mem/internal/gitlog/gitfile"
)

func lstat(path string) (diskFile, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return diskFile{}, err
	}
	return fromInfo(info), nil
}

// eachFile calls visit for everything in a folder, in no order.
func eachFile(dir string, visit func(name string, f diskFile)) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if isGone(err) {
			continue
		} else if err != nil {
			return &fs.PathError{Op: "lstat", Path: filepath.Join(dir, e.Name()), Err: err}
		}
		visit(e.Name(), fromInfo(info))
	}
	return nil
}

func fromInfo(info fs.FileInfo) diskFile {
	f := diskFile{size: info.Size(), stat: gitfile.Stat{Size: uint32(info.Size())}}
	if sys, ok := info.Sys().(*syscall.Win32FileAttributeData); ok {
		f.stat.CTimeSec, f.stat.CTimeNsec = split(sys.CreationTime)
		f.stat.MTimeSec, f.stat.MTimeNsec = split(sys.LastWriteTime)
	}
	switch mode := info.Mode(); {
	case mode.IsRegular():
		f.mode = gitfile.ModeFile
	case mode&fs.ModeSymlink != 0:
		f.mode = gitfile.ModeSymlink
	case mode.IsDir():
		f.mode = gitfile.ModeFolder
	}
	return f
}

func split(t syscall.Filetime) (sec, nsec uint32) {
	ns := t.Nanoseconds()
	return uint32(ns / 1e9), uint32(ns % 1e9)
}
