package b;

import static a.util.Text.*;
//^ import a/util/Text.java
import static a.util.Text.Words.Order.LAST;
//^ import a/util/Text.java

import a.util.*;
//^ import a/util/Line.java
//^ import a/util/Text.java

// check: definition call use import
class OnDemand {
//^ class OnDemand
    String go(Line line) {
    //^ method OnDemand.go(Line)
    //^ use a/util/Line.java#Line -> OnDemand.go(Line)
        line.end();
        //^ call a/util/Line.java#Line.end() -> OnDemand.go(Line)
        return trim("x", 1) + trim("y") + MARK + Text.trim("z") + LAST.name();
        //^ call a/util/Text.java#Text.trim(String) -> OnDemand.go(Line)
        //^ call a/util/Text.java#Text.trim(String,int) -> OnDemand.go(Line)
        //^ use a/util/Text.java#Text -> OnDemand.go(Line)
        //^ use a/util/Text.java#Text.MARK -> OnDemand.go(Line)
        //^ use a/util/Text.java#Text.Words.Order.LAST -> OnDemand.go(Line)
    }
}
