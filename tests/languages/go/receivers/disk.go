package store

func (s *Store) flush() {
	//^ method Store.flush
	New().Put(Row{})
	//^ call store.go#New -> Store.flush; call store.go#Store.Put -> Store.flush
	for _, row := range s.rows {
		row.Hash()
		//^ call Row.Hash -> Store.flush
	}
}

func (Row) Hash() int { return 0 }

//^ method Row.Hash

type List[T any] struct{ items []T }

//^ struct List; field List.items

func (l *List[T]) First() T { return l.items[0] }

//^ method List.First

func (l List[E]) Each(f func(E)) {
	//^ method List.Each
	for _, item := range l.items {
		f(item)
	}
}

func use(rows *List[Row], byName map[string]*List[*Store]) {
	//^ function use
	rows.First().Hash()
	//^ call List.First -> use; call Row.Hash -> use
	byName["a"].First().Put(Row{})
	//^ call List.First -> use; call store.go#Store.Put -> use
	rows.Each(func(r Row) { r.Hash() })
	//^ call List.Each -> use; call Row.Hash -> use
}
