package store

// check: call use

func values(s *Store) {
	//^ use store.go#Store -> values
	put := s.Put
	//^ use store.go#Store.Put -> values
	put(Row{})
	//^ call store.go#Store.Put -> values; use store.go#Row -> values
	flush := (*Store).flush
	//^ use disk.go#Store.flush -> values; use store.go#Store -> values
	flush(s)
	//^ call disk.go#Store.flush -> values
	Row.Hash(Row{})
	//^ call disk.go#Row.Hash -> values; use store.go#Row -> values
	defer s.Put(Row{})
	//^ call store.go#Store.Put -> values; use store.go#Row -> values
	go check(Row{})
	//^ call store.go#check -> values; use store.go#Row -> values
	go func() { s.flush() }()
	//^ call disk.go#Store.flush -> values
}
