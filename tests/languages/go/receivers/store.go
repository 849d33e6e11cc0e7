package store

type Row struct{ Key string }

//^ struct Row; field Row.Key

type Store struct {
	//^ struct Store
	rows []Row
	//^ field Store.rows
}

func (s *Store) Put(row Row) {
	//^ method Store.Put
	check(row)
	//^ call check -> Store.Put
	s.flush()
	//^ call disk.go#Store.flush -> Store.Put
	row.Hash()
	//^ call disk.go#Row.Hash -> Store.Put
}

func check(row Row) {}

//^ function check

func New() *Store { return &Store{} }

//^ function New
