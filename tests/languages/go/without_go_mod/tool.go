package tool

// check: call

type Tool struct{}

func (t *Tool) Run() {}

func init() { (&Tool{}).Run() }

//^ call Tool.Run -> init
