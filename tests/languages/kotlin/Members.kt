interface Named {
//^ interface Named
    fun name(): String
    //^ method Named.name()

    fun title(): String = name()
    //^ method Named.title()
    //^ call Named.name() -> Named.title()
}

abstract class Animal(protected val home: Home) : Named {
//^ class Animal
//^ field Animal.home
//^ inherit Named -> Animal
    abstract fun self(): Animal
    //^ method Animal.self()

    open fun run() {}
    //^ method Animal.run()

    override fun name() = "animal"
    //^ method Animal.name()
}

class Home {
//^ class Home
    fun enter(): Home = this
    //^ method Home.enter()
}

class Dog(home: Home, var friend: Dog?, age: Int = 1) : Animal(home), Comparable<Dog> {
//^ class Dog
//^ field Dog.friend
//^ inherit Animal -> Dog
    private val count = measure(age)
    //^ field Dog.count
    //^ call Dog.measure(Int) -> Dog.count
    private val lazyHome by lazy { Home() }
    //^ field Dog.lazyHome
    //^ call Home -> Dog.lazyHome
    lateinit var later: Home
    //^ field Dog.later

    constructor(friend: Dog) : this(Home(), friend)
    //^ method Dog.constructor(Dog)
    //^ call Dog -> Dog.constructor(Dog)
    //^ call Home -> Dog.constructor(Dog)

    init {
        measure(2)
        //^ call Dog.measure(Int) -> Dog
    }

    val first: Home
    //^ field Dog.first
        get() = home.enter()
        //^ call Home.enter() -> Dog.first

    override fun self() = this
    //^ method Dog.self()

    override fun run() {
    //^ method Dog.run()
        super.run()
        //^ call Animal.run() -> Dog.run()
        home.enter()
        //^ call Home.enter() -> Dog.run()
        lazyHome.enter()
        //^ call Home.enter() -> Dog.run()
        later.enter()
        //^ call Home.enter() -> Dog.run()
        first.enter()
        //^ call Home.enter() -> Dog.run()
        friend?.self()?.run()
        //^ call Dog.run() -> Dog.run()
        //^ call Dog.self() -> Dog.run()
        friend!!.run()
        //^ call Dog.run() -> Dog.run()
        title()
        //^ call Named.title() -> Dog.run()
        self().friend?.run()
        //^ call Dog.run() -> Dog.run()
        //^ call Dog.self() -> Dog.run()
    }

    override fun compareTo(other: Dog): Int = 0
    //^ method Dog.compareTo(Dog)

    fun measure(age: Int): Int = age
    //^ method Dog.measure(Int)

    fun measure(text: String): Int = text.length
    //^ method Dog.measure(String)

    inner class Tail {
    //^ class Dog.Tail
        fun wag() {
        //^ method Dog.Tail.wag()
            run()
            //^ call Dog.run() -> Dog.Tail.wag()
            this@Dog.measure("x")
            //^ call Dog.measure(String) -> Dog.Tail.wag()
        }
    }

    companion object Maker {
    //^ class Dog.Maker
        fun make(): Dog = Dog(Home(), null)
        //^ method Dog.Maker.make()
        //^ call Dog -> Dog.Maker.make()
        //^ call Home -> Dog.Maker.make()
    }
}

data class Pack(val lead: Dog, val home: Home)
//^ class Pack
//^ field Pack.home
//^ field Pack.lead

enum class Kind(val dog: Dog) : Named {
//^ enum Kind
//^ field Kind.dog
//^ inherit Named -> Kind
    BIG(Dog.make()) {
    //^ class Kind.BIG.anon-Kind
    //^ field Kind.BIG
    //^ call Dog.Maker.make() -> Kind.BIG
    //^ inherit Kind -> Kind.BIG.anon-Kind
        override fun name() = dog.name()
        //^ method Kind.BIG.anon-Kind.name()
        //^ call Animal.name() -> Kind.BIG.anon-Kind.name()
    },
    SMALL(Dog.make());
    //^ field Kind.SMALL
    //^ call Dog.Maker.make() -> Kind.SMALL

    abstract override fun name(): String
    //^ method Kind.name()
}

sealed class Shape {
//^ class Shape
    object Empty : Shape()
    //^ class Shape.Empty
    //^ inherit Shape -> Shape.Empty

    data class Full(val dog: Dog) : Shape()
    //^ class Shape.Full
    //^ field Shape.Full.dog
    //^ inherit Shape -> Shape.Full
}

class Box<T : Animal>(private val held: T) {
//^ class Box
//^ field Box.held
    fun get(): T = held
    //^ method Box.get()

    fun go() {
    //^ method Box.go()
        held.run()
        //^ call Animal.run() -> Box.go()
    }
}

fun use(given: Any, shape: Shape, box: Box<Dog>, pack: Pack) {
//^ function use(Any,Shape,Box,Pack)
    box.get().measure(1)
    //^ call Box.get() -> use(Any,Shape,Box,Pack)
    //^ call Dog.measure(Int) -> use(Any,Shape,Box,Pack)
    Box(pack.lead).get().measure("y")
    //^ call Box -> use(Any,Shape,Box,Pack)
    //^ call Box.get() -> use(Any,Shape,Box,Pack)
    //^ call Dog.measure(String) -> use(Any,Shape,Box,Pack)
    if (given is Dog && given.friend != null) {
        given.run()
        //^ call Dog.run() -> use(Any,Shape,Box,Pack)
    }
    when (shape) {
        is Shape.Full -> shape.dog.run()
        //^ call Dog.run() -> use(Any,Shape,Box,Pack)
        Shape.Empty -> Kind.BIG.name()
        //^ call Kind.name() -> use(Any,Shape,Box,Pack)
    }
    val dog = given as? Dog ?: return
    dog.run()
    //^ call Dog.run() -> use(Any,Shape,Box,Pack)
    (given as Home).enter()
    //^ call Home.enter() -> use(Any,Shape,Box,Pack)
    val (lead, home) = pack
    lead.run()
    //^ call Dog.run() -> use(Any,Shape,Box,Pack)
    home.enter()
    //^ call Home.enter() -> use(Any,Shape,Box,Pack)
    val named = object : Named {
    //^ class use.anon-Named
    //^ inherit Named -> use.anon-Named
        override fun name(): String {
        //^ method use.anon-Named.name()
            dog.run()
            //^ call Dog.run() -> use.anon-Named.name()
            return title()
            //^ call Named.title() -> use.anon-Named.name()
        }
    }
    named.title()
    //^ call Named.title() -> use(Any,Shape,Box,Pack)
    fun local(inner: Dog) {
    //^ function use.local(Dog)
        inner.run()
        //^ call Dog.run() -> use.local(Dog)
    }
    local(dog)
    //^ call use.local(Dog) -> use(Any,Shape,Box,Pack)
    val either = if (pack.home == home) lead else dog
    either.run()
    //^ call Dog.run() -> use(Any,Shape,Box,Pack)
    for (kind in Kind.values()) {
        kind.dog.run()
        //^ call Dog.run() -> use(Any,Shape,Box,Pack)
    }
    try {
        dog.run()
        //^ call Dog.run() -> use(Any,Shape,Box,Pack)
    } catch (fault: Fault) {
        fault.code()
        //^ call Fault.code() -> use(Any,Shape,Box,Pack)
    }
    Dog(home, friend = null).run()
    //^ call Dog -> use(Any,Shape,Box,Pack)
    //^ call Dog.run() -> use(Any,Shape,Box,Pack)
}

class Fault : Exception() {
//^ class Fault
    fun code() = 1
    //^ method Fault.code()
}
