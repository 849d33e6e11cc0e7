package b;

import a.util.Line;
//^ import a/util/Line.java
import a.util.Text.Words;
//^ import a/util/Text.java
import java.util.List;
import org.junit.Assert;

class Single {
//^ class Single
    int go(Line line, List<Words> all) {
    //^ method Single.go(Line,List)
        line.end().end();
        //^ call a/util/Line.java#Line.end() -> Single.go(Line,List)
        Assert.assertEquals(1, 1);
        for (Words words : all) {
            words.count();
            //^ call a/util/Text.java#Text.Words.count() -> Single.go(Line,List)
        }
        return all.get(0).count();
        //^ call a/util/Text.java#Text.Words.count() -> Single.go(Line,List)
    }
}
