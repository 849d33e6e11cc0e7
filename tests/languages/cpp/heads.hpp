// Words before and behind the names of classes and namespaces: macros and attributes are no names, `final` is none either.
// check: definition call inherit
#define API
//^ macro API
#define low_api
//^ macro low_api
#define DEPRECATED(text)
//^ macro DEPRECATED
#define BASE(x) public x
//^ macro BASE
#define SHOWN(x)
//^ macro SHOWN

namespace lab SHOWN(default) {
//^ namespace lab

struct Lamp {
//^ struct lab.Lamp
    int base() const;
    //^ method lab.Lamp.base() const
};

class Spot final : public Lamp {
//^ class lab.Spot; inherit lab.Lamp -> lab.Spot
    int lumen() const { return base(); }
    //^ method lab.Spot.lumen() const; call lab.Lamp.base() const -> lab.Spot.lumen() const
};
struct Plain final { int width(); };
//^ struct lab.Plain; method lab.Plain.width()
struct Outer { struct Inner final {}; };
//^ struct lab.Outer; struct lab.Outer.Inner
template <class T> class Cell final { void put(T value); };
//^ class lab.Cell; method lab.Cell.put(T)
template <> class Cell<int> final { void hold(); };
//^ class lab.Cell<int>; method lab.Cell<int>.hold()
class Wide final
//^ class lab.Wide; inherit lab.Lamp -> lab.Wide
    : public Lamp {
    void far();
    //^ method lab.Wide.far()
};

class API Exported final : public Lamp { void m(); };
//^ class lab.Exported; inherit lab.Lamp -> lab.Exported; method lab.Exported.m()
class low_api Lower : public Lamp { void m(); };
//^ class lab.Lower; inherit lab.Lamp -> lab.Lower; method lab.Lower.m()
class API low_api Both : public Lamp { void m(); };
//^ class lab.Both; inherit lab.Lamp -> lab.Both; method lab.Both.m()
class DEPRECATED("old") Old final : public Lamp { void m(); };
//^ class lab.Old; inherit lab.Lamp -> lab.Old; method lab.Old.m()
class [[deprecated("x")]] API Attributed final : Lamp {};
//^ class lab.Attributed; inherit lab.Lamp -> lab.Attributed
struct alignas(8) API Aligned final { int m(); };
//^ struct lab.Aligned; method lab.Aligned.m()
struct API Empty {};
//^ struct lab.Empty
enum class API Tone : int { low, high };
//^ enum lab.Tone; constant lab.Tone.low; constant lab.Tone.high
enum low_api Tint { red, green };
//^ enum lab.Tint; constant lab.Tint.red; constant lab.Tint.green
class MarkedBehind Q_DECL_FINAL : public Lamp { void m(); };
//^ class lab.MarkedBehind; inherit lab.Lamp -> lab.MarkedBehind; method lab.MarkedBehind.m()
struct Based : BASE(Lamp) { int m() { return base(); } };
//^ struct lab.Based; inherit lab.Lamp -> lab.Based; method lab.Based.m(); call lab.Lamp.base() const -> lab.Based.m()

}

struct pair { int a; int b; };
//^ struct pair; field pair.a; field pair.b
struct RECT { int x; };
//^ struct RECT; field RECT.x
struct pair origin{0, 0};
//^ constant origin; call pair -> origin
struct pair zero{};
//^ constant zero; call pair -> zero
struct RECT box{};
//^ constant box; call RECT -> box
enum color { blue };
//^ enum color; constant color.blue
struct bits { enum color shade : 4; };
//^ struct bits; field bits.shade
int used() { struct pair v{1, 2}; return v.a; }
//^ function used(); call pair -> used()
