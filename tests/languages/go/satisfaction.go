package satisfaction

import "fmt"

// check: inherit call external

type Value interface{ Set(string) }

type text string
type list struct{}

func (t *text) Set(s string) {}
func (l list) Set(s string)  {}
func (l list) String() string { return "" }

var _ Value = (*text)(nil)

//^ inherit Value -> text

var (
	_ Value        = list{}
	//^ inherit Value -> list
	_ fmt.Stringer = &list{}
	//^ inherit external:go/fmt#Stringer -> list
)
