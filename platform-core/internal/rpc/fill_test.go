package rpc

import (
	"fmt"
	"net/netip"
	"reflect"

	"platform.internal/platform-core/request"
)

// filler gives every field of a value a value of its own, none of them zero,
// so that a field that a conversion forgets or mixes up shows.
type filler struct{ n int64 }

// filled returns a T in which nothing is zero.
func filled[T any]() T {
	var v T
	(&filler{}).fill(reflect.ValueOf(&v).Elem())
	return v
}

func (f *filler) fill(v reflect.Value) {
	f.n++
	switch v.Interface().(type) {
	case netip.Prefix:
		v.Set(reflect.ValueOf(netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(f.n), 0, 0}), 20)))
		return
	case request.ValueKind:
		v.Set(reflect.ValueOf(request.NumberValue))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d", f.n))
	case reflect.Int64:
		v.SetInt(f.n)
	case reflect.Uint8:
		v.SetUint(uint64(f.n))
	case reflect.Bool:
		v.SetBool(true)
	default:
		f.fillMany(v)
	}
}

func (f *filler) fillMany(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		f.fill(v.Index(0))
		f.fill(v.Index(1))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		f.entry(v)
		f.entry(v)
	default:
		panic(fmt.Sprintf("the test does not know how to fill a %s; teach it, and the conversions too", v.Type()))
	}
}

func (f *filler) entry(m reflect.Value) {
	key, value := reflect.New(m.Type().Key()).Elem(), reflect.New(m.Type().Elem()).Elem()
	f.fill(key)
	f.fill(value)
	m.SetMapIndex(key, value)
}

// flags returns v once for each of its boolean fields, with only that one
// false: two flags that are mixed up look alike when both are true.
func flags[T any](v T) []T {
	var variants []T
	for i := range countFlags(reflect.ValueOf(v)) {
		variant := v
		left := i
		clearFlag(reflect.ValueOf(&variant).Elem(), &left)
		variants = append(variants, variant)
	}
	return variants
}

func countFlags(v reflect.Value) int {
	switch v.Kind() {
	case reflect.Bool:
		return 1
	case reflect.Struct:
		n := 0
		if _, opaque := v.Interface().(netip.Prefix); opaque {
			return 0
		}
		for i := range v.NumField() {
			n += countFlags(v.Field(i))
		}
		return n
	default:
		return 0
	}
}

// clearFlag clears the flag that *left others precede.
func clearFlag(v reflect.Value, left *int) {
	if v.Kind() == reflect.Bool {
		if *left == 0 {
			v.SetBool(false)
		}
		*left--
		return
	}
	if _, opaque := v.Interface().(netip.Prefix); opaque || v.Kind() != reflect.Struct {
		return
	}
	for i := range v.NumField() {
		clearFlag(v.Field(i), left)
	}
}
