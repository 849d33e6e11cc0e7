package yaml

// check: call

func Parse() {}
