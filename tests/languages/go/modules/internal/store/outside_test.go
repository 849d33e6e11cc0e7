package store_test

import "example.com/app/internal/store"

//^ import internal/store/store.go

// check: call import



func TestOutside() {
	store.Open()
	//^ call internal/store/store.go#Open -> TestOutside
	helper()
	//^ call helper -> TestOutside
}

func helper() {}
