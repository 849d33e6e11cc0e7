package a.util;

public class Line {
//^ class Line
    public Line end() {
    //^ method Line.end()
        return this;
    }
}
