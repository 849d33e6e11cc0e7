interface Named {
//^ interface Named
    String name();
    //^ method Named.name()

    default String title() {
    //^ method Named.title()
        return name();
        //^ call Named.name() -> Named.title()
    }
}

interface Titled extends Named {}
//^ interface Titled
//^ inherit Named -> Titled

abstract class Animal implements Named {
//^ class Animal
//^ inherit Named -> Animal
    protected Animal other;
    //^ field Animal.other

    abstract Animal self();
    //^ method Animal.self()

    void run() {}
    //^ method Animal.run()
}

class Dog extends Animal implements Titled, Comparable<Dog> {
//^ class Dog
//^ inherit Animal -> Dog
//^ inherit Titled -> Dog
    private String run;
    //^ field Dog.run

    public String name() {
    //^ method Dog.name()
        return super.toString() + run;
    }

    Animal self() {
    //^ method Dog.self()
        return this;
    }

    @Override
    void run() {
    //^ method Dog.run()
        super.run();
        //^ call Animal.run() -> Dog.run()
        other.run();
        //^ call Animal.run() -> Dog.run()
        title();
        //^ call Named.title() -> Dog.run()
        self().self().run();
        //^ call Animal.run() -> Dog.run()
        //^ call Animal.self() -> Dog.run()
        //^ call Dog.self() -> Dog.run()
        Titled.super.title();
        //^ call Named.title() -> Dog.run()
    }

    public int compareTo(Dog that) {
    //^ method Dog.compareTo(Dog)
        return that.name().compareTo(name());
        //^ call Dog.name() -> Dog.compareTo(Dog)
    }
}

class Box<T extends Animal> {
//^ class Box
    T held;
    //^ field Box.held

    T get() {
    //^ method Box.get()
        return held;
    }

    void go() {
    //^ method Box.go()
        get().run();
        //^ call Animal.run() -> Box.go()
        //^ call Box.get() -> Box.go()
        held.self();
        //^ call Animal.self() -> Box.go()
    }
}

class DogBox extends Box<Dog> {
//^ class DogBox
//^ inherit Box -> DogBox
    void more(Box<? extends Dog> other) {
    //^ method DogBox.more(Box)
        get().compareTo(other.get());
        //^ call Box.get() -> DogBox.more(Box)
        //^ call Dog.compareTo(Dog) -> DogBox.more(Box)
        held.compareTo(null);
        //^ call Dog.compareTo(Dog) -> DogBox.more(Box)
    }
}
