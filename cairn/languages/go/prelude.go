// What Go has built in, and the generic functions and types of its library, as far as
// knowing them tells what a call or an item is. Never compiled; read like any other file.
// A name with "__" stands for a member of a package: sync_atomic__Pointer is sync/atomic.Pointer.

package builtin

type slice_[T any] struct{}

func (s slice_[T]) range_() (int, T)
func (s slice_[T]) at_(i int) T

type map_[K comparable, V any] struct{}

func (m map_[K, V]) range_() (K, V)
func (m map_[K, V]) at_(key K) V

type chan_[T any] struct{}

func (c chan_[T]) range_() (T, T)

type bool struct{}
type int struct{}
type int8 struct{}
type int16 struct{}
type int32 struct{}
type int64 struct{}
type uint struct{}
type uint8 struct{}
type uint16 struct{}
type uint32 struct{}
type uint64 struct{}
type uintptr struct{}
type float32 struct{}
type float64 struct{}
type complex64 struct{}
type complex128 struct{}
type byte struct{}
type rune struct{}
type any interface{}
type comparable interface{}
type string struct{}

func (s string) range_() (int, rune)
func (s string) at_(i int) byte

func (n int) range_() (int, int)

type error interface {
	Error() string
}

func min[T any](x T, y ...T) T
func max[T any](x T, y ...T) T
func len(v any) int
func cap(v any) int
func copy(dst any, src any) int
func clear(v any)
func close(c any)
func print(args ...any)
func println(args ...any)
func delete(m any, key any)
func panic(v any)
func recover() any

func slices__Clone[T any](s []T) []T
func slices__Sorted[T any](s []T) []T
func slices__Collect[T any](s []T) []T
func slices__Concat[T any](s ...[]T) []T
func slices__Insert[T any](s []T, i int, v ...T) []T
func slices__Delete[T any](s []T, i, j int) []T
func slices__DeleteFunc[T any](s []T, del func(T) bool) []T
func slices__Compact[T any](s []T) []T
func slices__Reverse[T any](s []T)
func slices__Max[T any](s []T) T
func slices__Min[T any](s []T) T
func slices__MaxFunc[T any](s []T, cmp func(a, b T) int) T
func slices__MinFunc[T any](s []T, cmp func(a, b T) int) T
func slices__Values[T any](s []T) iter__Seq[T]
func slices__All[T any](s []T) iter__Seq2[int, T]
func maps__Keys[K comparable, V any](m map[K]V) iter__Seq[K]
func maps__Values[K comparable, V any](m map[K]V) iter__Seq[V]
func maps__All[K comparable, V any](m map[K]V) iter__Seq2[K, V]
func maps__Clone[K comparable, V any](m map[K]V) map[K]V

type iter__Seq[V any] struct{}

func (s iter__Seq[V]) range_() (V, V)

type iter__Seq2[K, V any] struct{}

func (s iter__Seq2[K, V]) range_() (K, V)

type sync_atomic__Pointer[T any] struct{}

func (p *sync_atomic__Pointer[T]) Load() *T
func (p *sync_atomic__Pointer[T]) Swap(new *T) *T
func (p *sync_atomic__Pointer[T]) Store(value *T)
func (p *sync_atomic__Pointer[T]) CompareAndSwap(old, new *T) bool

func sync__OnceValue[T any](f func() T) func() T
func cmp__Or[T any](values ...T) T
