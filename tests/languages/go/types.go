package types

// check: definition call

type Names []Name

//^ type Names

type Name string

//^ type Name

func (n Names) Len() int { return len(n) }

//^ method Names.Len

func (n Name) Upper() Name { return n }

//^ method Name.Upper

type Alias = Box

//^ type Alias

type Box struct{ inner *Box }

//^ struct Box; field Box.inner

func (b *Box) Open() (*Box, error) { return b.inner, nil }

//^ method Box.Open

type Visit func(Name) *Box

//^ type Visit

func (v Visit) Do(n Name) {
	//^ method Visit.Do
	v(n).Open()
	//^ call Box.Open -> Visit.Do
}

const (
	First Color = iota
	//^ constant First
	Second
	//^ constant Second
)

type Color int

//^ type Color

func (c Color) Text() Name { return "" }

//^ method Color.Text

var left, right = &Box{}, Names{}

//^ constant left; constant right

var boxes map[string][]*Box

//^ constant boxes

var opened, failed = left.Open()

//^ constant opened; constant failed; call Box.Open -> module

func run(names Names, a *Alias) {
	//^ function run
	names.Len()
	//^ call Names.Len -> run
	for _, name := range names {
		name.Upper().Upper()
		//^ call Name.Upper -> run
	}
	Names{"a"}[0].Upper()
	//^ call Name.Upper -> run
	a.Open()
	//^ call Box.Open -> run
	Second.Text().Upper()
	//^ call Color.Text -> run; call Name.Upper -> run
	Name("x").Upper()
	//^ call Name -> run; call Name.Upper -> run
	left.Open()
	//^ call Box.Open -> run
	right.Len()
	//^ call Names.Len -> run
	opened.Open()
	//^ call Box.Open -> run
	for _, list := range boxes {
		for i := range list {
			list[i].inner.Open()
			//^ call Box.Open -> run
		}
	}
}
