package functions

import "fmt"

// check: definition call use external

func init() { start() }

//^ function init; call start -> init

func init() { start() }

//^ function init~2; call start -> init~2

func start() {}

//^ function start

var hook = start

//^ constant hook; use start -> hook

var command = &Command{Run: func(name string) { start() }}

//^ constant command; call start -> module; use start -> command; use Command -> command; use Command.Run -> command

type Command struct {
	//^ struct Command
	Run func(name string) `json:"run"`
	//^ field Command.Run
}

func (c *Command) Execute(each func()) {
	//^ method Command.Execute; use Command -> Command.Execute
	c.Run("a field of function type is no method")
	//^ use Command.Run -> Command.Execute
	each()
	hook()
	//^ call start -> Command.Execute; use hook -> Command.Execute
	inner := func() { start() }
	//^ call start -> Command.Execute
	inner()
	fmt.Println(len("x"))
	//^ call external:go/fmt#Println -> Command.Execute
	min(1, 2)
	//^ call min -> Command.Execute
	panic("built in")
}

func min(a, b int) int { return a }

//^ function min

type local struct{}

//^ struct local

func nested() {
	//^ function nested
	type local struct{ a int }
	//^ struct nested.local; field nested.local.a
	var l local
	//^ use nested.local -> nested
	_ = l.a
	//^ use nested.local.a -> nested
outer:
	for {
		break outer
	}
}
