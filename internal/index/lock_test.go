package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"mem/internal/memory"
)

// TestMain is also the program of the other processes: with MEM_INDEX_TEST set the test
// binary indexes notes one by one, and asks for each as it is written.
func TestMain(m *testing.M) {
	if dir := os.Getenv("MEM_INDEX_TEST"); dir != "" {
		if err := writeAndAsk(dir, os.Getenv("MEM_INDEX_WORKER")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const notesEach = 8

func writeAndAsk(dir, worker string) error {
	x := At(dir, Options{Wait: time.Minute})
	for i := range notesEach {
		slug := fmt.Sprintf("w%sn%d", worker, i)
		if err := x.Update(context.Background(), []Doc{docOf(slug, "Token "+slug+" of the worker")}, nil); err != nil {
			return err
		}
		a, err := x.Search(context.Background(), Request{Question: slug})
		if err != nil {
			return err
		}
		if len(a.Matches) != 1 {
			return fmt.Errorf("%s: got %d notes, want 1", slug, len(a.Matches))
		}
	}
	return nil
}

func TestProcessesAndGoroutinesWriteAndAskAtOnce(t *testing.T) {
	x := built(t)
	var wg sync.WaitGroup
	const each = 3
	for i := range each {
		wg.Go(func() {
			if err := writeAndAsk(x.dir, strconv.Itoa(i)); err != nil {
				t.Error(err)
			}
		})
		wg.Go(func() {
			c := exec.Command(os.Args[0])
			c.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", "MEM_INDEX_TEST="+x.dir, "MEM_INDEX_WORKER="+strconv.Itoa(100+i))
			if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("process %d: %v %s", i, err, out)
			}
		})
	}
	wg.Wait()
	records, err := x.Stamps(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if want := 2 * each * notesEach; len(records) != want {
		t.Errorf("got %d stamps, want %d", len(records), want)
	}
}

func TestAKilledWriterLeavesASoundIndex(t *testing.T) {
	x := built(t, docOf("gantry", "The gantry is yellow"))
	for i := range 10 {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", "MEM_INDEX_TEST="+x.dir, "MEM_INDEX_WORKER="+strconv.Itoa(i))
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		// Killed when it has written its i-th note, or a little later: no clock is asked.
		for j := 0; j < 100000; j++ {
			records, err := x.Stamps(context.Background())
			if errors.Is(err, ErrBusy) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(records) > 1+i%notesEach || c.ProcessState != nil {
				break
			}
		}
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait()
		records, err := x.Stamps(context.Background())
		if err != nil {
			t.Fatalf("kill %d: %v", i, err)
		}
		for _, r := range records { // what the stamps claim is there
			slug := string(memory.Stem(r.Path))
			if got := slugs(ask(t, x, Request{Question: slug})); len(got) != 1 || got[0] != slug {
				t.Fatalf("kill %d: %s: got %v", i, slug, got)
			}
		}
		if err := x.Update(context.Background(), []Doc{docOf("after", "The next one writes")}, nil); err != nil {
			t.Fatalf("kill %d: %v", i, err)
		}
	}
}

func TestWhoeverWaitsTooLongIsToldThatTheIndexIsBusy(t *testing.T) {
	x := built(t, docOf("gantry", "The gantry is yellow"))
	x.wait = 50 * time.Millisecond
	ctx := context.Background()
	for _, file := range []string{lockMain, lockGate, filepath.Join("gen-1", storeFolder, "root.bolt")} {
		f := flock.New(filepath.Join(x.dir, file), flock.SetFlag(os.O_RDWR))
		if ok, err := f.TryLock(); !ok || err != nil {
			t.Fatal(ok, err)
		}
		_, searching := x.Search(ctx, Request{Question: "gantry"})
		if err := x.Update(ctx, []Doc{docOf("winch", "blue")}, nil); !errors.Is(err, ErrBusy) || !errors.Is(searching, ErrBusy) {
			t.Errorf("%s held: search says %v, update says %v, want ErrBusy", file, searching, err)
		}
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := x.Search(cancelled, Request{Question: "gantry"}); !errors.Is(err, context.Canceled) && !errors.Is(err, ErrBusy) {
			t.Errorf("%s held, cancelled: got %v", file, err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if got := slugs(ask(t, x, Request{Question: "gantry"})); len(got) != 1 {
		t.Errorf("released: got %v, want the gantry", got)
	}
}
