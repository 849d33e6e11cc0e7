// check: inherit
package shop

import "sync"

type Mem struct{ rows map[string]string }
//^ inherit shop/contracts.go#Getter -> Mem; inherit shop/contracts.go#Sealed -> Mem


func (s *Mem) Get(key string) (string, bool) { return "", false }
func (s Mem) sealed()                        {}

// Put stands in another file.
type Split struct{}
//^ inherit shop/contracts.go#Getter -> Split; inherit shop/contracts.go#Store -> Split

type Wrapped struct {
//^ inherit shop/contracts.go#Getter -> Wrapped; inherit shop/contracts.go#Named -> Wrapped; inherit shop/contracts.go#Sealed -> Wrapped
	//^ inherit Mem -> Wrapped
	*Mem
	count int
}

func (w Wrapped) String() string { return "" }

// A field hides the method that is promoted.
type Hidden struct {
//^ inherit shop/contracts.go#Sealed -> Hidden
	//^ inherit Mem -> Hidden
	Mem
	Get int
}

// Two methods of one depth are none.
type Twice struct {
//^ inherit shop/contracts.go#Sealed -> Twice
	//^ inherit Mem -> Twice; inherit Plain -> Twice
	Mem
	Plain
}
type Plain struct{}
//^ inherit shop/contracts.go#Getter -> Plain

func (Plain) Get(key string) (string, bool) { return "", false }

// Other parameters, other results, a slice for many.
type Wrong struct{}

func (Wrong) Get(key int) (string, bool) { return "", false }
func (Wrong) Each(names []int)           {}
func (Wrong) Clone() Wrong               { return Wrong{} }
func (Wrong) Stream() <-chan int         { return nil }
func (Wrong) Visit(func(int) error)      {}
func (Wrong) Size() []int                { return nil }

// Names of parameters and aliases of types make no difference.
type Text = string
type Right struct{}
//^ inherit shop/contracts.go#Bytes -> Right; inherit shop/contracts.go#Clones -> Right; inherit shop/contracts.go#Getter -> Right; inherit shop/contracts.go#Many -> Right; inherit shop/contracts.go#Sized -> Right; inherit shop/contracts.go#Streams -> Right

func (Right) Get(key Text) (Text, bool)    { return "", false }
func (Right) Raw() []uint8                 { return nil }
func (Right) Rune(int32)                   {}
func (Right) Each(names ...int)            {}
func (Right) Clone() Clones                { return nil }
func (Right) Stream() chan int             { return nil }
func (Right) Visit(f func(int) (err error)) {}
func (Right) Size() [3]int                 { return [3]int{} }

type Holds struct{ Store }
//^ inherit shop/contracts.go#Getter -> Holds; inherit shop/contracts.go#Store -> Holds
type Func func(string)
//^ inherit shop/contracts.go#Getter -> Func

func (f Func) Get(key string) (string, bool) { return "", false }

type Ints struct{}
//^ inherit shop/contracts.go#Box -> Ints

func (Ints) Item() int  { return 1 }
func (Ints) Set(n int)  {}

type Mixed struct{}

func (Mixed) Item() int    { return 1 }
func (Mixed) Set(n string) {}

type Of[K any] struct{}
//^ inherit shop/contracts.go#Box -> Of

func (o *Of[K]) Item() (k K) { return }
func (o *Of[K]) Set(k K)     {}

// A type of its own has the fields of what it rests on, and none of its methods.
type Own Mem
type Locked struct {
//^ inherit shop/contracts.go#Getter -> Locked; inherit shop/contracts.go#Guarded -> Locked; inherit Plain -> Locked
	sync.Mutex
	Plain
}
