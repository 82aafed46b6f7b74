package gitlog

import (
	"context"
	"fmt"
	"testing"
)

func manyPath(i int) string { return fmt.Sprintf("memory/2026/%02d/many-%d.md", 1+i%7, i) }

// many writes as many notes as are committed in a pack.
func (v *vault) many(text string) (files []File) {
	v.Helper()
	for i := range manyFiles {
		files = append(files, v.note(manyPath(i), fmt.Sprintf("%s %d\n", text, i)))
	}
	return files
}

// unkept fails if a pack is still withheld from git.
func (v *vault) unkept() {
	v.Helper()
	if left := v.packs("*.keep"); left != "" {
		v.Errorf("left: %q", left)
	}
}

func TestManyFilesAreCommittedInOnePack(t *testing.T) {
	v := newVault(t)
	before := v.git("count-objects")
	v.commit("edit: many", v.many("first")...)
	v.same("loose objects", v.git("count-objects"), before)
	v.same("packs", v.packs("*"), "idx pack")
	again := v.many("second")
	again[0] = File{Path: again[0].Path, Remove: true}
	v.remove(again[0].Path)
	v.commit("edit: many", again...)
	v.same("packs", v.packs("*"), "idx idx pack pack")
	v.same("content", v.git("show", "HEAD:"+manyPath(9)), "second 9")
	v.unkept()
	v.clean()
	v.sound()
	if _, err := v.open().Commit(context.Background(), changing("edit: many", again...)); err == nil {
		t.Error("a commit of nothing")
	}
	v.same("packs after nothing", v.packs("*"), "idx idx pack pack")
	v.unkept()
}

func TestManyFilesAreCommittedOnABranchThatMovesMeanwhile(t *testing.T) {
	v := newVault(t)
	files := v.many("dropped in")
	r := v.open()
	moved := false
	r.step = func(name string) error {
		if name == "objects written" && !moved {
			moved = true
			v.write("README.md", "edited\n")
			v.git("commit", "-qam", "by hand")
		}
		return nil
	}
	if _, err := r.Commit(context.Background(), changing("edit: many", files...)); err != nil {
		t.Fatal(err)
	}
	v.same("log", v.git("log", "--format=%s"), "edit: many\nby hand\nstart")
	v.unkept()
	v.clean()
	v.sound()
}

func TestACommitOfManyFilesKilledAtAnyStepIsFinishedByTheNext(t *testing.T) {
	atEachStep(t, "many", func(v *vault) {
		v.finish("set: a")
		v.unkept()
	})
}
