package shadowing

// check: call

type A struct{}
type B struct{}

func (A) Run()          {}
func (B) Run()          {}
func (B) Next() (A, error) { return A{}, nil }
func make_() (*A, B)    { return nil, B{} }
func Run(Run func() A) {
	Run().Run()
	//^ call A.Run -> Run
}

func blocks(x A, b B) {
	x.Run()
	//^ call A.Run -> blocks
	if x := b; true {
		x.Run()
		//^ call B.Run -> blocks
	} else {
		x.Run()
		//^ call B.Run -> blocks
	}
	x.Run()
	//^ call A.Run -> blocks
	{
		x, y := make_()
		//^ call make_ -> blocks
		x.Run()
		//^ call A.Run -> blocks
		y.Run()
		//^ call B.Run -> blocks
		x2, err := y.Next()
		//^ call B.Next -> blocks
		x2.Run()
		//^ call A.Run -> blocks
		_ = err.Error()
	}
	for x := range []B{} {
		_ = x
	}
	for _, x := range []B{} {
		x.Run()
		//^ call B.Run -> blocks
	}
	switch x := any(b).(type) {
	case A:
		x.Run()
		//^ call A.Run -> blocks
	case *B:
		x.Run()
		//^ call B.Run -> blocks
	case nil, error:
		x.Run()
	}
	func(x B) {
		x.Run()
		//^ call B.Run -> blocks
		x = B{}
	}(b)
	var c, d = b, x
	c.Run()
	//^ call B.Run -> blocks
	d.Run()
	//^ call A.Run -> blocks
	x.Run()
	//^ call A.Run -> blocks
}

func results() (a A, err error) {
	a.Run()
	//^ call A.Run -> results
	a, b := a, B{}
	b.Run()
	//^ call B.Run -> results
	return a, nil
}

func (a A) Parts() []A { return nil }
func (b B) Any() any   { return b }

func headers(x A, b B) {
	for _, x := range x.Parts() {
		//^ call A.Parts -> headers
		x.Run()
		//^ call A.Run -> headers
	}
	switch b := b.Any().(type) {
	//^ call B.Any -> headers
	case A:
		// a comment before the first statement
		b.Run()
		//^ call A.Run -> headers
	default:
		b.Run()
	}
	if named, ok := b.Any().(interface{ Next() B }); ok {
		//^ call B.Any -> headers
		named.Next().Run()
		//^ call B.Run -> headers
	}
}
