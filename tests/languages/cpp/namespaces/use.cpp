#include "names.h"
//^ import names.h

namespace in = outer::inner;
using outer::convert;

static int hidden() { return 2; }
//^ function hidden()

int aliases() { return in::depth(1) + in::v2::current() + in::current(); }
//^ function aliases(); call names.cpp#outer.inner.depth(int) -> aliases(); call names.cpp#outer.inner.v2.current() -> aliases()

int declared() { return convert(1) + convert("a") + hidden(); }
//^ function declared(); call hidden() -> declared(); call names.cpp#outer.convert(const char*) -> declared()
//^ call names.cpp#outer.convert(int) -> declared()

int directive()
//^ function directive()
{
    using namespace outer;
    Value value;
    return depth(1.5) + convert(value);
    //^ call names.cpp#outer.convert(const Value&) -> directive(); call names.cpp#outer.depth(double) -> directive()
}

int plain_call() { int convert = plain(); return convert; }
//^ function plain_call(); call names.cpp#plain() -> plain_call()
