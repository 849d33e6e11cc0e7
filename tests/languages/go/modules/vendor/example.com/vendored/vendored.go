package vendored

// check: call

func Registered() {}
