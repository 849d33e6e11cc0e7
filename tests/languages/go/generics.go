package generics

import (
	"slices"
	"sync/atomic"
)

// check: call

type Shape interface{ Area() int }
type Square struct{}

func (Square) Area() int { return 0 }
func (s Square) Grow() Square { return s }

type Set[K comparable, V any] struct{ values map[K]V }

func NewSet[K comparable, V any](key K, value V) *Set[K, V] { return nil }
func (s *Set[K, V]) Get(key K) (V, bool)                    { return s.values[key], true }
func (s *Set[K, V]) All() []V                               { return nil }

func Map[T, U any](items []T, f func(T) U) []U { return nil }
func Sum[S Shape](shapes ...S) (total int) {
	for _, shape := range shapes {
		total += shape.Area()
		//^ call Shape.Area -> Sum
	}
	return total
}

func Make[T any]() *T { return new(T) }

type Cache struct{ current atomic.Pointer[Square] }

func run(names []string, cache *Cache) {
	set := NewSet("a", Square{})
	//^ call NewSet -> run
	square, ok := set.Get("a")
	//^ call Set.Get -> run
	square.Grow()
	//^ call Square.Grow -> run
	for _, s := range set.All() {
		//^ call Set.All -> run
		s.Grow()
		//^ call Square.Grow -> run
	}
	Map(names, func(name string) Square { return Square{} })[0].Grow()
	//^ call Map -> run; call Square.Grow -> run
	Map[string, Square](names, nil)[0].Grow()
	//^ call Map -> run; call Square.Grow -> run
	Make[Square]().Grow()
	//^ call Make -> run; call Square.Grow -> run
	Sum(square)
	//^ call Sum -> run
	cache.current.Load().Grow()
	//^ call Square.Grow -> run
	slices.Clone(set.All())[0].Grow()
	//^ call Set.All -> run; call Square.Grow -> run
	_ = ok
}
