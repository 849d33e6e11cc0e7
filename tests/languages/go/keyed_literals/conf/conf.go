package conf

// check: import

type Base struct {
	ID int
}

type Config struct {
	Base
	Timeout int
	Retry   *Retry
}

type Retry struct {
	Max int
}
