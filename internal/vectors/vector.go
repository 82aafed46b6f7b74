package vectors

import (
	"errors"
	"math"
)

// Vector is a direction, as int8 numbers with one scale: the scale makes it of length 1, so
// that the cosine of two is the product of their scales and of the numbers' dot product.
type Vector struct {
	Scale   float32
	Numbers []int8
}

// MaxDim is the most numbers that a vector may have.
const MaxDim = 1 << 14

// errNoDirection says that a vector is zero, or not a number.
var errNoDirection = errors.New("the server gave a vector without a direction")

// Quantise makes int8 of a vector: the largest number becomes 127 or −127.
func Quantise(v []float32) (Vector, error) {
	largest := 0.0
	for _, x := range v {
		largest = max(largest, math.Abs(float64(x))) // NaN stays NaN
	}
	if !(largest > 0) || math.IsInf(largest, 0) {
		return Vector{}, errNoDirection
	}
	out := Vector{Numbers: make([]int8, len(v))}
	squares := 0.0
	for i, x := range v {
		q := math.Round(float64(x) / largest * 127)
		out.Numbers[i] = int8(q)
		squares += q * q
	}
	out.Scale = float32(1 / math.Sqrt(squares))
	return out, nil
}

// cosine is that of the angle between two vectors of one dimension, −1 to 1; the second is
// given as it lies in a file.
func cosine(a Vector, scale float32, b []byte) float64 {
	return float64(a.Scale) * float64(scale) * float64(dot(a.Numbers, b))
}

// dot is exact: MaxDim times 127² is well below 2³¹.
func dot(a []int8, b []byte) int32 {
	var s0, s1, s2, s3 int32
	b = b[:len(a)]
	for len(a) >= 8 && len(b) >= 8 {
		s0 += int32(a[0])*int32(int8(b[0])) + int32(a[4])*int32(int8(b[4]))
		s1 += int32(a[1])*int32(int8(b[1])) + int32(a[5])*int32(int8(b[5]))
		s2 += int32(a[2])*int32(int8(b[2])) + int32(a[6])*int32(int8(b[6]))
		s3 += int32(a[3])*int32(int8(b[3])) + int32(a[7])*int32(int8(b[7]))
		a, b = a[8:], b[8:]
	}
	for i := range a {
		s0 += int32(a[i]) * int32(int8(b[i]))
	}
	return s0 + s1 + s2 + s3
}
