// Functions that a call finds in the namespaces of its arguments; members of anonymous namespaces are called by their own names.
namespace {
//^ namespace anonymous
struct Probe { int read() const { return 1; } };
//^ struct Probe; method Probe.read() const
int helper() { return 2; }
//^ function helper()
}
namespace lab {
//^ namespace lab
namespace {
//^ namespace lab.anonymous
struct Inner { int go(); };
//^ struct lab.Inner; method lab.Inner.go()~2
int Inner::go() { return helper(); }
//^ method lab.Inner.go(); call helper() -> lab.Inner.go()
}
struct Vec { int x; friend int weigh(const Vec& v) { return 1; } };
//^ struct lab.Vec; field lab.Vec.x; method lab.Vec.weigh(const Vec&)
int norm(const Vec& v) { return v.x; }
//^ function lab.norm(const Vec&)
void swap(Vec& a, Vec& b) {}
//^ function lab.swap(Vec&,Vec&)
enum class Tone { low };
//^ enum lab.Tone; constant lab.Tone.low
int pitch(Tone t) { return 1; }
//^ function lab.pitch(Tone)
inline namespace v1 { struct Ver { }; int check(Ver v) { return 0; } }
//^ namespace lab.v1; struct lab.v1.Ver; function lab.v1.check(Ver)
template <class T> struct Bag { };
//^ struct lab.Bag
template <class T> void spread(const Bag<T>& bag) {}
//^ function lab.spread(const Bag<T>&)
}
int norm(int x) { return x; }
//^ function norm(int)
struct Sub : lab::Vec {};
//^ struct Sub; inherit lab.Vec -> Sub

int by_arguments() {
//^ function by_arguments()
    lab::Vec v, w;
    Sub sub;
    lab::Ver ver;
    lab::Bag<int> bag;
    swap(v, w);
    //^ call lab.swap(Vec&,Vec&) -> by_arguments()
    spread(bag);
    //^ call lab.spread(const Bag<T>&) -> by_arguments()
    norm(v);
    //^ call lab.norm(const Vec&) -> by_arguments()
    norm(3);
    //^ call norm(int) -> by_arguments()
    norm(sub);
    //^ call lab.norm(const Vec&) -> by_arguments()
    weigh(sub);
    //^ call lab.Vec.weigh(const Vec&) -> by_arguments()
    pitch(lab::Tone::low);
    //^ call lab.pitch(Tone) -> by_arguments()
    return check(ver);
    //^ call lab.v1.check(Ver) -> by_arguments()
}

int hidden() {
//^ function hidden()
    auto norm = [](const lab::Vec& v) { return 1; };
    lab::Vec v;
    Probe p;
    lab::Inner inner;
    return norm(v) + p.read() + inner.go();
    //^ call Probe.read() const -> hidden(); call lab.Inner.go() -> hidden()
}
