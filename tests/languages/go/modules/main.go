package main

import (
	"net/http"
	//^ import external:go/net/http
	"github.com/x/go-thing/v2"
	//^ import external:go/github.com/x/go-thing/v2
	. "example.com/app/internal/store"
	//^ import internal/store/store.go
	aliased "example.com/app/internal/store"
	//^ import internal/store/store.go
	"example.com/app/go-yaml"
	//^ import go-yaml/yaml.go
	"example.com/patched"
	//^ import forks/patched/patched.go
	"example.com/plugin/api"
	//^ import plugin/api/api.go
	_ "example.com/vendored"
	//^ import vendor/example.com/vendored/vendored.go
)

// check: import call external

func main() {
	http.Get("x")
	//^ call external:go/net/http#Get -> main
	thing.Do()
	//^ call external:go/github.com/x/go-thing/v2#Do -> main
	Open()
	//^ call internal/store/store.go#Open -> main
	aliased.Open().Close()
	//^ call internal/store/store.go#Open -> main; call internal/store/store.go#DB.Close -> main
	yaml.Parse()
	//^ call go-yaml/yaml.go#Parse -> main
	patched.Fix()
	//^ call forks/patched/patched.go#Fix -> main
	api.Serve()
	//^ call plugin/api/api.go#Serve -> main
	store := aliased.Open()
	//^ call internal/store/store.go#Open -> main
	store.Close()
	//^ call internal/store/store.go#DB.Close -> main
}
