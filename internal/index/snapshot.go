package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/blevesearch/bleve/v2/util"
	"go.etcd.io/bbolt"
)

// newStore writes the store of an empty generation: segments one after the other, then
// what scorch reads them by. Nothing has it open meanwhile.
type newStore struct {
	folder   string
	segments int
	sum      totals
}

// add writes the notes of an inversion as one segment.
func (s *newStore) add(v *inversion) error {
	if len(v.ids) == 0 {
		return nil
	}
	if s.segments == mostNewSegments {
		return errors.New("too many notes for one index")
	}
	s.segments++
	for i, l := range v.sizes {
		s.sum.add(l, v.in[i])
	}
	return writeSegment(filepath.Join(s.folder, segmentName(s.segments)), v)
}

// mostNewSegments is how many numbers scorch writes as one byte.
const mostNewSegments = 109

// segmentKey is how scorch writes a small number as a key of its database.
func segmentKey(n int) []byte { return []byte{136 + byte(n)} }

func segmentName(n int) string { return fmt.Sprintf("%012x.zap", n) }

// finish writes scorch's database: one snapshot of all segments with the totals.
func (s *newStore) finish() (err error) {
	s.sum.batches = 1
	if err := syncFolder(s.folder); err != nil {
		return err
	}
	db, err := bbolt.Open(filepath.Join(s.folder, "root.bolt"), 0o600, &bbolt.Options{PageSize: 1 << 10})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return db.Update(func(tx *bbolt.Tx) error {
		snapshots, err := tx.CreateBucket(util.BoltSnapshotsBucket)
		if err != nil {
			return err
		}
		snapshot, err := snapshots.CreateBucket(segmentKey(1))
		if err != nil {
			return err
		}
		err = putAll(snapshot, util.BoltMetaDataKey, map[string][]byte{
			string(util.BoltMetaDataSegmentTypeKey):    []byte("zap"),
			string(util.BoltMetaDataSegmentVersionKey): binary.BigEndian.AppendUint32(nil, segmentVersion),
			string(util.BoltMetaDataFileWriterIDKey):   {},
			string(util.BoltMetaDataTimeStamp):         []byte("2000-01-01T00:00:00Z"), // only a choice of snapshots would look at it
		})
		if err == nil {
			err = putAll(snapshot, util.BoltInternalKey, map[string][]byte{string(totalsKey): s.sum.encode()})
		}
		for n := 1; n <= s.segments && err == nil; n++ {
			err = putAll(snapshot, segmentKey(n), map[string][]byte{
				string(util.BoltPathKey):  []byte(segmentName(n)),
				string(util.BoltStatsKey): []byte("{}"),
			})
		}
		return err
	})
}

// putAll makes a bucket of some values.
func putAll(in *bbolt.Bucket, name []byte, values map[string][]byte) error {
	b, err := in.CreateBucket(name)
	if err != nil {
		return err
	}
	for key, value := range values {
		if err := b.Put([]byte(key), value); err != nil {
			return err
		}
	}
	return nil
}

// syncFolder writes the names in a folder to disk, where the system can.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = f.Sync() // Windows cannot; the names come with the files there
	return f.Close()
}
