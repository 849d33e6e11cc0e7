package main

// check: use

import (
	"net/http"

	"example.com/keyed/conf"
)

const Max = 3
const Addr = ":80"

type Opts struct {
	Timeout int
	Addr    string
	In      Inner
	//^ use Inner -> Opts.In
	List []Inner
	//^ use Inner -> Opts.List
}

type Inner struct {
	Max int
}

type Names []Inner

//^ use Inner -> Names

type Box[T any] struct {
	Item T
}

var global = Opts{Timeout: 3}

//^ use Opts -> global; use Opts.Timeout -> global

func run(Timeout int) {
	_ = Opts{Timeout: Timeout, Addr: Addr}
	//^ use Opts -> run; use Opts.Timeout -> run; use Opts.Addr -> run; use Addr -> run
	_ = &conf.Config{
		//^ use conf/conf.go#Config -> run
		Timeout: 1,
		//^ use conf/conf.go#Config.Timeout -> run
		Retry: &conf.Retry{Max: Max},
		//^ use conf/conf.go#Config.Retry -> run; use conf/conf.go#Retry -> run; use conf/conf.go#Retry.Max -> run; use Max -> run
	}
	_ = Opts{In: Inner{Max: 1}, List: []Inner{{Max: 2}, {Max: 3}}}
	//^ use Opts -> run; use Opts.In -> run; use Opts.List -> run; use Inner -> run; use Inner.Max -> run
	_ = []*Inner{{Max: 1}}
	//^ use Inner -> run; use Inner.Max -> run
	_ = [...]Inner{Max: {Max: 1}}
	//^ use Inner -> run; use Inner.Max -> run; use Max -> run
	_ = map[int]Inner{Max: {Max: 1}}
	//^ use Inner -> run; use Inner.Max -> run; use Max -> run
	_ = map[Inner]int{{Max: 1}: Max}
	//^ use Inner -> run; use Inner.Max -> run; use Max -> run
	_ = [][]Inner{{{Max: 1}}}
	//^ use Inner -> run; use Inner.Max -> run
	_ = map[string][]*conf.Retry{"x": {{Max: 1}}}
	//^ use conf/conf.go#Retry -> run; use conf/conf.go#Retry.Max -> run
	_ = Names{{Max: 1}}
	//^ use Names -> run; use Inner.Max -> run
	_ = Box[Inner]{Item: Inner{Max: 1}}
	//^ use Box -> run; use Inner -> run; use Box.Item -> run; use Inner.Max -> run
	_ = []struct{ Max int }{{Max: 1}}
	_ = http.Server{Addr: ":1"}
	_ = Opts{Timeout: 1}.Timeout
	//^ use Opts -> run; use Opts.Timeout -> run
}
