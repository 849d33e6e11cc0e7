import java.io.InputStream;
import java.io.FileInputStream;
import java.util.ArrayList;
import java.util.List;

class Arguments {
//^ class Arguments
    void put(Object value) {}
    //^ method Arguments.put(Object)

    void put(String value) {}
    //^ method Arguments.put(String)

    void put(CharSequence value) {}
    //^ method Arguments.put(CharSequence)

    void put(int value) {}
    //^ method Arguments.put(int)

    void put(long value) {}
    //^ method Arguments.put(long)

    void put(Integer value, String... rest) {}
    //^ method Arguments.put(Integer,String...)

    void put(int[] values) {}
    //^ method Arguments.put(int[])

    void put(Object[] values) {}
    //^ method Arguments.put(Object[])

    void put(InputStream stream) {}
    //^ method Arguments.put(InputStream)

    void put(List<? extends Number> values, int[]... more) {}
    //^ method Arguments.put(List,int[]...)

    void literals() {
    //^ method Arguments.literals()
        put("x");
        //^ call Arguments.put(String) -> Arguments.literals()
        put('c');
        //^ call Arguments.put(int) -> Arguments.literals()
        put(1);
        //^ call Arguments.put(int) -> Arguments.literals()
        put(1L);
        //^ call Arguments.put(long) -> Arguments.literals()
        put(1.5);
        //^ call Arguments.put(Object) -> Arguments.literals()
        put(true);
        //^ call Arguments.put(Object) -> Arguments.literals()
        put("a" + 1);
        //^ call Arguments.put(String) -> Arguments.literals()
        put(1 + 2L);
        //^ call Arguments.put(long) -> Arguments.literals()
    }

    void types(StringBuilder text, Integer boxed, short small, byte[] bytes, String[] names, FileInputStream stream) {
    //^ method Arguments.types(StringBuilder,Integer,short,byte[],String[],FileInputStream)
        put(text);
        //^ call Arguments.put(CharSequence) -> Arguments.types(StringBuilder,Integer,short,byte[],String[],FileInputStream)
        put(boxed);
        //^ call Arguments.put(Object) -> Arguments.types(StringBuilder,Integer,short,byte[],String[],FileInputStream)
        put(small);
        //^ call Arguments.put(int) -> Arguments.types(StringBuilder,Integer,short,byte[],String[],FileInputStream)
        put(bytes);
        //^ call Arguments.put(Object) -> Arguments.types(StringBuilder,Integer,short,byte[],String[],FileInputStream)
        put(names);
        //^ call Arguments.put(Object[]) -> Arguments.types(StringBuilder,Integer,short,byte[],String[],FileInputStream)
        put(new int[] {1});
        //^ call Arguments.put(int[]) -> Arguments.types(StringBuilder,Integer,short,byte[],String[],FileInputStream)
        put(stream);
        //^ call Arguments.put(InputStream) -> Arguments.types(StringBuilder,Integer,short,byte[],String[],FileInputStream)
        put(boxed, "a", "b");
        //^ call Arguments.put(Integer,String...) -> Arguments.types(StringBuilder,Integer,short,byte[],String[],FileInputStream)
        put(new ArrayList<Integer>());
        //^ call Arguments.put(Object) -> Arguments.types(StringBuilder,Integer,short,byte[],String[],FileInputStream)
        put((Object) text);
        //^ call Arguments.put(Object) -> Arguments.types(StringBuilder,Integer,short,byte[],String[],FileInputStream)
        put(names[0]);
        //^ call Arguments.put(String) -> Arguments.types(StringBuilder,Integer,short,byte[],String[],FileInputStream)
        put(names.length);
        //^ call Arguments.put(int) -> Arguments.types(StringBuilder,Integer,short,byte[],String[],FileInputStream)
    }

    void unknown(Elsewhere thing) {
    //^ method Arguments.unknown(Elsewhere)
        put(thing.value());
    }
}
