package calls

import (
	"debug/elf"
	"encoding/binary"
	"iter"
)

// targets yield, for a function's code and its address, where a call stands and
// the address that it goes to.
var targets = map[elf.Machine]func(code []byte, entry uint64) iter.Seq2[uint64, uint64]{
	elf.EM_X86_64:  amd64,
	elf.EM_AARCH64: arm64,
}

// amd64 looks at every byte, because instructions have no fixed length: what
// reads as a call by chance goes to the start of no function.
func amd64(code []byte, entry uint64) iter.Seq2[uint64, uint64] {
	const call, jump, size = 0xE8, 0xE9, 5
	return func(yield func(uint64, uint64) bool) {
		for i := 0; i+size <= len(code); i++ {
			if code[i] != call && code[i] != jump {
				continue
			}
			at := entry + uint64(i)
			distance := uint64(int64(int32(binary.LittleEndian.Uint32(code[i+1:])))) //nolint:gosec // signed, and wraps as the processor's does
			if !yield(at, at+size+distance) {
				return
			}
		}
	}
}

// arm64 knows the instructions BL and B: a 26-bit distance in words.
func arm64(code []byte, entry uint64) iter.Seq2[uint64, uint64] {
	const bl, b, size = 0b100101, 0b000101, 4
	return func(yield func(uint64, uint64) bool) {
		for i := 0; i+size <= len(code); i += size {
			word := binary.LittleEndian.Uint32(code[i:])
			if word>>26 != bl && word>>26 != b {
				continue
			}
			at := entry + uint64(i)
			distance := uint64(int64(int32(word<<6) >> 4)) //nolint:gosec // signed, and wraps as the processor's does
			if !yield(at, at+distance) {
				return
			}
		}
	}
}
