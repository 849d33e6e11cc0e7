// check: definition call inherit
#define BEGIN_DETAIL_NAMESPACE namespace detail {
//^ macro BEGIN_DETAIL_NAMESPACE
#define END_DETAIL_NAMESPACE }
//^ macro END_DETAIL_NAMESPACE
BEGIN_DETAIL_NAMESPACE
template <typename T> class buffer { public: void grow(); };
//^ class buffer; method buffer.grow()
struct handler { void on(); };
//^ struct handler; method handler.on()
END_DETAIL_NAMESPACE
template <typename T, int I> struct Elem { T get(); };
//^ struct Elem; method Elem.get()
template <typename Derived, typename... T> struct TupleBase;
template <int... I, typename... T> struct TupleBase<Tag<I...>, T...> : Elem<T, I>... { void all(); };
//^ inherit Elem -> TupleBase<Tag<I...>,T...>; struct TupleBase<Tag<I...>,T...>; method TupleBase<Tag<I...>,T...>.all()
template <typename... T> class Tuple : private TupleBase<Tuple<T...>, T...> { void x() { this->all(); } };
//^ call TupleBase<Tag<I...>,T...>.all() -> Tuple.x(); inherit TupleBase<Tag<I...>,T...> -> Tuple; class Tuple; method Tuple.x()
template <typename S, bool A> class Number;
template <typename S> class Number<S, false> { public: void peek(); };
//^ class Number<S,false>; method Number<S,false>.peek()
template <typename S> class Number<S, true> : public Number<S, false> { typedef Number<S, false> Base; public: void take() { Base::peek(); this->peek(); } };
//^ call Number<S,false>.peek() -> Number<S,true>.take(); inherit Number<S,false> -> Number<S,true>; class Number<S,true>; type Number<S,true>.Base; method Number<S,true>.take()
template <typename... Fs> struct overloaded : Fs... { using Fs::operator()...; };
//^ struct overloaded
