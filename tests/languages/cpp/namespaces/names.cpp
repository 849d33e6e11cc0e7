#include "names.h"
//^ import names.h

namespace outer {
//^ namespace outer
namespace {
//^ namespace outer.anonymous
int hidden() { return 1; }
//^ function outer.hidden()
}

int inner::depth(int level) { return hidden() + current(); }
//^ function outer.inner.depth(int); call outer.hidden() -> outer.inner.depth(int); call outer.inner.v2.current() -> outer.inner.depth(int)
int depth(double level) { return inner::depth(1) + depth(2.0); }
//^ function outer.depth(double); call outer.depth(double) -> outer.depth(double); call outer.inner.depth(int) -> outer.depth(double)
}

namespace outer::inner {
//^ namespace outer.inner
inline namespace v2 {
//^ namespace outer.inner.v2
int current() { return depth(3) + outer::depth(0.5); }
//^ function outer.inner.v2.current(); call outer.depth(double) -> outer.inner.v2.current(); call outer.inner.depth(int) -> outer.inner.v2.current()
}
}

int outer::convert(const Value& value) { return convert(value.n); }
//^ function outer.convert(const Value&); call outer.convert(int) -> outer.convert(const Value&)
int outer::convert(int value) { return convert("x"); }
//^ function outer.convert(int); call outer.convert(const char*) -> outer.convert(int)
int outer::convert(const char* text) { Value value; return convert(value); }
//^ function outer.convert(const char*); call outer.convert(const Value&) -> outer.convert(const char*)

extern "C" int plain(void) { return ::plain(); }
//^ function plain(); call plain() -> plain()
