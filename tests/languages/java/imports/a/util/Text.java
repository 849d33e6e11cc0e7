package a.util;

public final class Text {
//^ class Text
    public static final String MARK = "-";
    //^ field Text.MARK

    public static String trim(String text) {
    //^ method Text.trim(String)
        return text.trim();
    }

    public static String trim(String text, int width) {
    //^ method Text.trim(String,int)
        return trim(text).substring(0, width);
        //^ call Text.trim(String) -> Text.trim(String,int)
    }

    public static class Words {
    //^ class Text.Words
        public int count() {
        //^ method Text.Words.count()
            return 0;
        }

        public enum Order {
        //^ enum Text.Words.Order
            FIRST,
            //^ field Text.Words.Order.FIRST
            LAST
            //^ field Text.Words.Order.LAST
        }
    }
}
