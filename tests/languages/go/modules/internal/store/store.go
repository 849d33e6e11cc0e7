package store

type DB struct{}

//^ struct DB

func Open() *DB { return &DB{} }

//^ function Open

func (d *DB) Close() {}

//^ method DB.Close
