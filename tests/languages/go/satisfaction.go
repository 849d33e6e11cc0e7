package satisfaction

import (
	"fmt"

	"example.com/numbers"
)

// check: inherit call external

type Value interface{ Set(string) }

type text string

//^ inherit Value -> text
type list struct{}

//^ inherit Value -> list

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

// What a built-in type is said to be is nothing that a definition says.
var _ numbers.Number = int(0)
