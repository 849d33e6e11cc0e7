// Interfaces that types satisfy without saying so.
// check: inherit external
package shop

import (
	"fmt"
	"sync"

	"example.com/shop/far"
)

type Store interface {
	Get(key string) (string, bool)
	Put(key, value string) error
}
type Getter interface{ Get(k string) (v string, ok bool) }
type Anything interface{}
type Number interface {
	~int | ~string
	Get(string) (string, bool)
}
type Named interface {
	//^ inherit Getter -> Named; inherit external:go/fmt#Stringer -> Named
	Getter
	fmt.Stringer
}
type Unknown interface {
	far.Missing
	Get(k string) (string, bool)
}
type Sealed interface{ sealed() }
type Box[T any] interface {
	Item() T
	Set(T)
}
type Bytes interface {
	Raw() []byte
	Rune(rune)
}
type Many interface{ Each(names ...int) }
type Guarded interface {
	Lock()
	Unlock()
	Get(k string) (string, bool)
}
type Clones interface{ Clone() Clones }
type Streams interface {
	Stream() chan int
	Visit(func(n int) error)
}
type Sized interface{ Size() [3]int }
