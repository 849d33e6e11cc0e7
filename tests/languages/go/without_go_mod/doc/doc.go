package doc

import (
	"github.com/someone/tool"
	//^ import tool.go
	"github.com/someone/other"
	//^ import external:go/github.com/someone/other
)

// check: call import external

func Write(t *tool.Tool) {
	t.Run()
	//^ call tool.go#Tool.Run -> Write
	other.Do(t)
	//^ call external:go/github.com/someone/other#Do -> Write
}
