package store

// check: call

func TestInside() { Open().Close() }

//^ call internal/store/store.go#Open -> TestInside; call internal/store/store.go#DB.Close -> TestInside

func helper() {}
