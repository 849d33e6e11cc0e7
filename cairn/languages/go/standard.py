"""The methods of those types of Go's standard library that programs embed most, as types that can be compared.

Source: the documentation of the packages.
"""

from __future__ import annotations

import re
from functools import cache

_TYPES = """
io.Reader: Read([]byte)(int,error)
io.Writer: Write([]byte)(int,error)
io.Closer: Close()(error)
io.Seeker: Seek(int64,int)(int64,error)
io.ReaderAt: ReadAt([]byte,int64)(int,error)
io.WriterAt: WriteAt([]byte,int64)(int,error)
io.ReaderFrom: ReadFrom(io.Reader)(int64,error)
io.WriterTo: WriteTo(io.Writer)(int64,error)
io.ByteReader: ReadByte()(byte,error)
io.ByteWriter: WriteByte(byte)(error)
io.RuneReader: ReadRune()(rune,int,error)
io.StringWriter: WriteString(string)(int,error)
io.ByteScanner: ReadByte()(byte,error); UnreadByte()(error)
io.ReadWriter: Read([]byte)(int,error); Write([]byte)(int,error)
io.ReadCloser: Read([]byte)(int,error); Close()(error)
io.WriteCloser: Write([]byte)(int,error); Close()(error)
io.ReadWriteCloser: Read([]byte)(int,error); Write([]byte)(int,error); Close()(error)
io.ReadSeeker: Read([]byte)(int,error); Seek(int64,int)(int64,error)
io.ReadSeekCloser: Read([]byte)(int,error); Seek(int64,int)(int64,error); Close()(error)
io.WriteSeeker: Write([]byte)(int,error); Seek(int64,int)(int64,error)
fmt.Stringer: String()(string)
fmt.GoStringer: GoString()(string)
sync.Locker: Lock()(); Unlock()()
sync.Mutex: Lock()(); Unlock()(); TryLock()(bool)
sync.RWMutex: Lock()(); Unlock()(); TryLock()(bool); RLock()(); RUnlock()(); TryRLock()(bool); RLocker()(sync.Locker)
sort.Interface: Len()(int); Less(int,int)(bool); Swap(int,int)()
container/heap.Interface: Len()(int); Less(int,int)(bool); Swap(int,int)(); Push(any)(); Pop()(any)
flag.Value: String()(string); Set(string)(error)
net/http.Handler: ServeHTTP(net/http.ResponseWriter,*net/http.Request)()
net/http.RoundTripper: RoundTrip(*net/http.Request)(*net/http.Response,error)
net/http.ResponseWriter: Header()(net/http.Header); Write([]byte)(int,error); WriteHeader(int)()
net/http.Flusher: Flush()()
encoding.TextMarshaler: MarshalText()([]byte,error)
encoding.TextUnmarshaler: UnmarshalText([]byte)(error)
encoding.BinaryMarshaler: MarshalBinary()([]byte,error)
encoding.BinaryUnmarshaler: UnmarshalBinary([]byte)(error)
encoding/json.Marshaler: MarshalJSON()([]byte,error)
encoding/json.Unmarshaler: UnmarshalJSON([]byte)(error)
context.Context: Deadline()(time.Time,bool); Done()(<-chan struct{}); Err()(error); Value(any)(any)
"""
_METHOD = re.compile(r"(\w+)\(([^()]*)\)\(([^()]*)\)")
_SAME = {"byte": "uint8", "rune": "int32"}


@cache
def standard_methods() -> dict[str, dict[str, tuple[object, ...]]]:
    """The methods of each type by its anchor, with their signatures as `interfaces` compares them."""
    found: dict[str, dict[str, tuple[object, ...]]] = {}
    for line in _TYPES.strip().splitlines():
        name, _, methods = line.partition(": ")
        found[_anchor(name)] = {one[1]: ("function", _list(one[2]), _results(one[3])) for one in _METHOD.finditer(methods)}
    return found


def _anchor(name: str) -> str:
    path, _, last = name.rpartition(".")
    return f"go/{path}#{last}"


def _list(text: str) -> tuple[tuple[object, ...], ...]:
    return tuple(_type(part) for part in text.split(",") if part)


def _results(text: str) -> tuple[object, ...]:
    types = _list(text)
    return types[0] if len(types) == 1 else types


def _type(text: str) -> tuple[object, ...]:
    if text.startswith("[]"):
        return ("sequence", _type(text[2:]))
    if text.startswith("*"):
        return ("indirect", _type(text[1:]))
    if text == "<-chan struct{}":
        return ("sequence", ("struct", (), "struct"), "chan_", "<-chan")
    return ("external", _anchor(text)) if "." in text else ("builtin", _SAME.get(text, text))
