interface Named {
    String name();

    default String title() {
        return name();
    }
}

interface Titled extends Named {}

abstract class Animal implements Named {
    protected Animal other;

    abstract Animal self();

    void run() {}
}

class Dog extends Animal implements Titled, Comparable<Dog> {
    private String run;

    public String name() {
        return super.toString() + run;
    }

    Animal self() {
        return this;
    }

    @Override
    void run() {
        super.run();
        other.run();
        title();
        self().self().run();
        Titled.super.title();
    }

    public int compareTo(Dog that) {
        return that.name().compareTo(name());
    }
}

class Box<T extends Animal> {
    T held;

    T get() {
        return held;
    }

    void go() {
        get().run();
        held.self();
    }
}

class DogBox extends Box<Dog> {
    void more(Box<? extends Dog> other) {
        get().compareTo(other.get());
        held.compareTo(null);
    }
}
