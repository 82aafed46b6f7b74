package vectors

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestInt8KeepsTheCosine compares with float64 on random vectors. The largest error of
// 3,000 such pairs was 0.0015; the bound leaves room.
func TestInt8KeepsTheCosine(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		dim := 384 + r.IntN(700)
		a, b := make([]float32, dim), make([]float32, dim)
		near := r.Float64()
		for i := range a {
			a[i] = float32(r.NormFloat64())
			b[i] = float32(near)*a[i] + float32(1-near)*float32(r.NormFloat64())
		}
		qa, errA := Quantise(a)
		qb, errB := Quantise(b)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if got, want := Cosine(qa, qb), exact(a, b); math.Abs(got-want) > 0.003 {
			t.Errorf("%d numbers: got %v, want %v", dim, got, want)
		}
		if self := Cosine(qa, qa); math.Abs(self-1) > 1e-5 {
			t.Errorf("a vector's cosine to itself is %v", self)
		}
	}
}

// Cosine is cosine of two vectors in memory.
func Cosine(a, b Vector) float64 {
	bytes := make([]byte, len(b.Numbers))
	for i, x := range b.Numbers {
		bytes[i] = byte(x)
	}
	return cosine(a, b.Scale, bytes)
}

func exact(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return ab / math.Sqrt(aa*bb)
}

func TestTheLargestNumbersDoNotOverflow(t *testing.T) {
	v := make([]float32, MaxDim)
	for i := range v {
		v[i] = -1
	}
	q, err := Quantise(v)
	if err != nil || math.Abs(Cosine(q, q)-1) > 1e-5 {
		t.Errorf("got %v, %v", Cosine(q, q), err)
	}
}

func TestAVectorWithoutDirectionIsNone(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, v := range [][]float32{{}, {0, 0}, {nan, 1}, {1, nan}, {inf, 1}} {
		if q, err := Quantise(v); err == nil {
			t.Errorf("%v became %v", v, q)
		}
	}
	if q, err := Quantise([]float32{1e-40, 0}); err != nil || q.Numbers[0] != 127 {
		t.Errorf("a tiny vector became %v, %v", q, err)
	}
}

func BenchmarkDot768(b *testing.B) {
	a, c := make([]int8, 768), make([]byte, 768)
	b.SetBytes(768)
	for b.Loop() {
		dot(a, c)
	}
}
