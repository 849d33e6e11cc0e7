package embedding

import (
	"io"
	"sync"
)

// check: definition call inherit external

type Base struct{ ID int }
//^ inherit Closer -> Base

//^ struct Base; field Base.ID

func (b *Base) Close() {}

//^ method Base.Close
func (b *Base) Deeper() {}

//^ method Base.Deeper
type Middle struct{ *Base }
//^ inherit Closer -> Middle

//^ struct Middle; inherit Base -> Middle

type Near struct{}
//^ inherit Closer -> Near

//^ struct Near

func (Near) Close() {}

//^ method Near.Close

type Outer struct {
//^ inherit Closer -> Outer
	//^ struct Outer; inherit Middle -> Outer; inherit Near -> Outer; inherit external:go/sync#Mutex -> Outer
	Middle
	Near
	sync.Mutex
	log func(string)
	//^ field Outer.log
}

type Closer interface{ Close() }

//^ interface Closer; method Closer.Close
type ReadCloser interface {
	//^ interface ReadCloser; inherit Closer -> ReadCloser; inherit external:go/io#Reader -> ReadCloser
	io.Reader
	Closer
	Size() int
	//^ method ReadCloser.Size
}

func run(o *Outer, r ReadCloser, c Closer) {
	//^ function run
	o.Close()
	//^ call Near.Close -> run
	o.Deeper()
	//^ call Base.Deeper -> run
	o.Base.Close()
	//^ call Base.Close -> run
	o.Middle.Close()
	//^ call Base.Close -> run
	r.Close()
	//^ call Closer.Close -> run
	r.Size()
	//^ call ReadCloser.Size -> run
	c.Close()
	//^ call Closer.Close -> run
	o.log("a field of function type is no method")
	if closer, ok := c.(*Outer); ok {
		closer.Deeper()
		//^ call Base.Deeper -> run
	}
}
