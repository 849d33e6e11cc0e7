// Labels of a `switch` name constants of the type that is switched on, and else what is seen there.
// check: use
package app;

enum Unit { EUR, USD, GBP; static final int N = 1; }

enum Other { EUR, USD }

interface Limits { int LOW = 1; }

record Circle(int r) {}

class Switches implements Limits {
    static final int MAX = 5, USD = 7;
    Unit field;
    //^ use Unit -> Switches.field

    Unit unit() { return null; }
    //^ use Unit -> Switches.unit()

    int old(Unit u) {
    //^ use Unit -> Switches.old(Unit)
        switch (u) {
            case EUR: return 1;
            //^ use Unit.EUR -> Switches.old(Unit)
            case USD:
            //^ use Unit.USD -> Switches.old(Unit)
            default: return 3;
        }
    }

    int arrow() {
        return switch (unit()) { case EUR -> 1; case USD, GBP -> 2; };
        //^ use Unit.EUR -> Switches.arrow(); use Unit.USD -> Switches.arrow(); use Unit.GBP -> Switches.arrow()
    }

    int nested(Other o) {
    //^ use Other -> Switches.nested(Other)
        switch (this.field) {
        //^ use Switches.field -> Switches.nested(Other)
            case EUR: switch (o) { case USD: return 1; }
            //^ use Unit.EUR -> Switches.nested(Other); use Other.USD -> Switches.nested(Other)
        }
        return 0;
    }

    int qualified(Unit u) { return switch (u) { case Unit.EUR -> 1; default -> 0; }; }
    //^ use Unit -> Switches.qualified(Unit); use Unit.EUR -> Switches.qualified(Unit)

    int numbers(int n) {
        return switch (n) {
            case MAX: yield 1;
            //^ use Switches.MAX -> Switches.numbers(int)
            case LOW: yield 2;
            //^ use Limits.LOW -> Switches.numbers(int)
            case USD: yield 3;
            //^ use Switches.USD -> Switches.numbers(int)
            case Unit.N: yield 4;
            //^ use Unit -> Switches.numbers(int); use Unit.N -> Switches.numbers(int)
            default: yield 0;
        };
    }

    int patterns(Object o, Unit u) {
    //^ use Unit -> Switches.patterns(Object,Unit)
        return switch (o) {
            case Circle c when c.r() > MAX -> switch (u) { case GBP -> 1; default -> 2; };
            //^ use Circle -> Switches.patterns(Object,Unit); use Switches.MAX -> Switches.patterns(Object,Unit); use Unit.GBP -> Switches.patterns(Object,Unit)
            case null, default -> 0;
        };
    }
}
