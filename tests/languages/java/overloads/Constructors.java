class Base {
//^ class Base
    Base(int size) {}
    //^ method Base.Base(int)

    Base(String name) {}
    //^ method Base.Base(String)
}

class Derived extends Base {
//^ class Derived
//^ inherit Base -> Derived
    Derived() {
    //^ method Derived.Derived()
        this(1);
        //^ call Derived.Derived(int) -> Derived.Derived()
    }

    Derived(int size) {
    //^ method Derived.Derived(int)
        super(size + 1);
        //^ call Base.Base(int) -> Derived.Derived(int)
    }

    Derived(String name) {
    //^ method Derived.Derived(String)
        super(name);
        //^ call Base.Base(String) -> Derived.Derived(String)
    }

    static Derived of(int size) {
    //^ method Derived.of(int)
        return new Derived(size);
        //^ call Derived -> Derived.of(int)
    }
}

class Plain implements Runnable {
//^ class Plain
    Plain() {
    //^ method Plain.Plain()
        super();
    }

    public void run() {
    //^ method Plain.run()
        new Derived().toString();
        //^ call Derived -> Plain.run()
    }
}
