// What stands behind a macro that opens a namespace seems to stand in none; who names the namespace finds it.
// check: definition call inherit
#include "a.hpp"
namespace detail { struct other {}; }
//^ namespace detail; struct detail.other
template <typename T, int N = 3> class memory final : public detail::buffer<T> { void more() { this->grow(); } };
//^ call a.hpp#buffer.grow() -> memory.more(); inherit a.hpp#buffer -> memory; class memory; method memory.more()
struct null_handler : detail::handler { void f() { on(); } };
//^ call a.hpp#handler.on() -> null_handler.f(); inherit a.hpp#handler -> null_handler; struct null_handler; method null_handler.f()
struct missing : detail::absent {};
//^ struct missing
