import java.util.List;

class Generic<T extends Comparable<T>> {
//^ class Generic
    <A> A[] add(A[] items, A item) {
    //^ method Generic.add(A[],A)
        return items;
    }

    int[] add(int[] items, int item) {
    //^ method Generic.add(int[],int)
        return items;
    }

    <A> void each(Iterable<A> items) {}
    //^ method Generic.each(Iterable)

    <A> void each(A[] items) {}
    //^ method Generic.each(A[])

    void same(T value) {}
    //^ method Generic.same(T)

    void same(Number value, T other) {}
    //^ method Generic.same(Number,T)

    void go(String[] names, int[] numbers, List<String> list) {
    //^ method Generic.go(String[],int[],List)
        add(names, "x");
        //^ call Generic.add(A[],A) -> Generic.go(String[],int[],List)
        add(numbers, 1);
        //^ call Generic.add(int[],int) -> Generic.go(String[],int[],List)
        each(list);
        //^ call Generic.each(Iterable) -> Generic.go(String[],int[],List)
        each(names);
        //^ call Generic.each(A[]) -> Generic.go(String[],int[],List)
        each(add(names, "y"));
        //^ call Generic.add(A[],A) -> Generic.go(String[],int[],List)
        //^ call Generic.each(A[]) -> Generic.go(String[],int[],List)
    }

    void go(Generic<String> other) {
    //^ method Generic.go(Generic)
        other.same("x");
        //^ call Generic.same(T) -> Generic.go(Generic)
        other.same(1, "x");
        //^ call Generic.same(Number,T) -> Generic.go(Generic)
    }
}
