package patched

// check: call

func Fix() {}
