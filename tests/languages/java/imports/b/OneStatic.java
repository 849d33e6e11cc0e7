package b;

import static a.util.Text.trim;
//^ import a/util/Text.java
import static org.junit.Assert.assertTrue;
//^ import external:java/org.junit#Assert

// check: definition call import external
class OneStatic {
//^ class OneStatic
    void go() {
    //^ method OneStatic.go()
        assertTrue(trim("x").isEmpty());
        //^ call a/util/Text.java#Text.trim(String) -> OneStatic.go()
        //^ call external:java/org.junit#Assert.assertTrue -> OneStatic.go()
    }

    void unknown(java.awt.Point point) {
    //^ method OneStatic.unknown(java.awt.Point)
        point.move(1, 2);
        undeclared(3);
    }
}
