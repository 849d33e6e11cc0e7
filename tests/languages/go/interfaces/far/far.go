// check: inherit external
package far

import (
	"io"
	"net/http"
)

type Sealed interface{ sealed() }
type ReadGetter interface {
	//^ inherit external:go/io#Reader -> ReadGetter
	io.Reader
	Get(key string) (string, bool)
}
type Server interface {
	ServeHTTP(w http.ResponseWriter, r *http.Request)
}
type Handler struct{}
//^ inherit Sealed -> Handler; inherit Server -> Handler

func (h Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {}
func (h Handler) sealed()                                          {}

type File struct{}
//^ inherit ReadGetter -> File; inherit shop/contracts.go#Getter -> File

func (f *File) Read(p []byte) (int, error)    { return 0, nil }
func (f *File) Get(key string) (string, bool) { return "", false }
