import java.util.Comparator;

class Outer {
//^ class Outer
    private int count = start();
    //^ field Outer.count
    //^ call Outer.start() -> Outer.count

    static int start() {
    //^ method Outer.start()
        return 0;
    }

    void touch() {}
    //^ method Outer.touch()

    class Inner {
    //^ class Outer.Inner
        int count = 1;
        //^ field Outer.Inner.count

        void go() {
        //^ method Outer.Inner.go()
            touch();
            //^ call Outer.touch() -> Outer.Inner.go()
            Outer.this.touch();
            //^ call Outer.touch() -> Outer.Inner.go()
            this.own();
            //^ call Outer.Inner.own() -> Outer.Inner.go()
        }

        void own() {}
        //^ method Outer.Inner.own()
    }

    static class Nested {
    //^ class Outer.Nested
        static Nested make() {
        //^ method Outer.Nested.make()
            return new Nested();
            //^ call Outer.Nested -> Outer.Nested.make()
        }

        void use(Outer outer) {
        //^ method Outer.Nested.use(Outer)
            outer.touch();
            //^ call Outer.touch() -> Outer.Nested.use(Outer)
            outer.new Inner().own();
            //^ call Outer.Inner -> Outer.Nested.use(Outer)
            //^ call Outer.Inner.own() -> Outer.Nested.use(Outer)
            new Outer.Nested().use(outer);
            //^ call Outer.Nested -> Outer.Nested.use(Outer)
            //^ call Outer.Nested.use(Outer) -> Outer.Nested.use(Outer)
        }
    }

    Comparator<String> order() {
    //^ method Outer.order()
        return new Comparator<String>() {
        //^ class Outer.order.anon-Comparator
            private int calls = start();
            //^ field Outer.order.anon-Comparator.calls
            //^ call Outer.start() -> Outer.order.anon-Comparator.calls

            @Override
            public int compare(String a, String b) {
            //^ method Outer.order.anon-Comparator.compare(String,String)
                touch();
                //^ call Outer.touch() -> Outer.order.anon-Comparator.compare(String,String)
                return help(a);
                //^ call Outer.order.anon-Comparator.help(String) -> Outer.order.anon-Comparator.compare(String,String)
            }

            private int help(String a) {
            //^ method Outer.order.anon-Comparator.help(String)
                return compare(a, a);
                //^ call Outer.order.anon-Comparator.compare(String,String) -> Outer.order.anon-Comparator.help(String)
            }
        };
    }

    Runnable task() {
    //^ method Outer.task()
        class Local implements Runnable {
        //^ class Outer.task.Local
            public void run() {
            //^ method Outer.task.Local.run()
                touch();
                //^ call Outer.touch() -> Outer.task.Local.run()
            }
        }
        return new Local();
        //^ call Outer.task.Local -> Outer.task()
    }

    static {
        start();
        //^ call Outer.start() -> Outer
    }
}

enum Op {
//^ enum Op
    PLUS("+") {
    //^ class Op.PLUS.anon-Op
    //^ field Op.PLUS
    //^ inherit Op -> Op.PLUS.anon-Op
        @Override
        int apply(int a) {
        //^ method Op.PLUS.anon-Op.apply(int)
            return a + sign().length();
            //^ call Op.sign() -> Op.PLUS.anon-Op.apply(int)
        }
    },
    MINUS("-") {
    //^ class Op.MINUS.anon-Op
    //^ field Op.MINUS
    //^ inherit Op -> Op.MINUS.anon-Op
        @Override
        int apply(int a) {
        //^ method Op.MINUS.anon-Op.apply(int)
            return -a;
        }
    };

    private final String sign;
    //^ field Op.sign

    Op(String sign) {
    //^ method Op.Op(String)
        this.sign = sign;
    }

    String sign() {
    //^ method Op.sign()
        return sign;
    }

    abstract int apply(int a);
    //^ method Op.apply(int)

    static int all(int start) {
    //^ method Op.all(int)
        int sum = start;
        for (Op op : values()) {
            sum = op.apply(sum);
            //^ call Op.apply(int) -> Op.all(int)
        }
        return PLUS.apply(sum) + Op.valueOf("MINUS").apply(sum);
        //^ call Op.apply(int) -> Op.all(int)
    }
}

record Point(int x, Op op) {
//^ class Point
//^ field Point.op
//^ field Point.x
    Point {
    //^ method Point.Point(int,Op)
        check(x);
        //^ call Point.check(int) -> Point.Point(int,Op)
    }

    Point(int x) {
    //^ method Point.Point(int)
        this(x, Op.PLUS);
        //^ call Point.Point(int,Op) -> Point.Point(int)
    }

    static void check(int x) {}
    //^ method Point.check(int)

    int go(Point other) {
    //^ method Point.go(Point)
        return other.x() + other.op().apply(x) + this.op.apply(1);
        //^ call Op.apply(int) -> Point.go(Point)
        //^ call Point.op -> Point.go(Point)
        //^ call Point.x -> Point.go(Point)
    }
}

@interface Marked {
//^ interface Marked
    int value() default 1;
    //^ method Marked.value()
}
