#ifndef NAMES_H
#define NAMES_H
//^ macro NAMES_H

namespace outer {
//^ namespace outer
namespace inner {
//^ namespace outer.inner
int depth(int level);
//^ function outer.inner.depth(int)
inline namespace v2 {
//^ namespace outer.inner.v2
int current();
//^ function outer.inner.v2.current()
}
}
int depth(double level);
//^ function outer.depth(double)
struct Value { int n; };
//^ field outer.Value.n; struct outer.Value
int convert(const Value& value);
//^ function outer.convert(const Value&)
int convert(int value);
//^ function outer.convert(int)
int convert(const char* text);
//^ function outer.convert(const char*)
}

extern "C" {
int plain(void);
//^ function plain()
}

#endif
