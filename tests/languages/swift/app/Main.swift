// check: definition call inherit import use
import Foundation

protocol Named {
//^ interface Named
    var name: String { get }
    //^ field Named.name
    func title() -> String
    //^ method Named.title()
}

class Animal {
//^ class Animal
//^ inherit More.swift#Resting -> Animal
    let home: Home
    //^ field Animal.home
    //^ use More.swift#Home -> Animal.home
    var friend: Animal?
    //^ field Animal.friend
    //^ use Animal -> Animal.friend

    init(home: Home) {
    //^ method Animal.init(home:Home)
    //^ use More.swift#Home -> Animal.init(home:Home)
        self.home = home
        //^ use Animal.home -> Animal.init(home:Home)
    }

    func run(at speed: Int) -> Animal {
    //^ method Animal.run(at:Int)
    //^ use Animal -> Animal.run(at:Int)
        home.enter()
        //^ call More.swift#Home.enter() -> Animal.run(at:Int)
        //^ use Animal.home -> Animal.run(at:Int)
        return self
    }

    func run(_ other: Animal) {
    //^ method Animal.run(Animal)
    //^ use Animal -> Animal.run(Animal)
        other.run(at: 1)
        //^ call Animal.run(at:Int) -> Animal.run(Animal)
    }
}

final class Dog: Animal, Named {
//^ class Dog
//^ inherit Animal -> Dog
//^ inherit Named -> Dog
    var name: String { return title() }
    //^ call Dog.title() -> Dog.name
    //^ field Dog.name

    func title() -> String {
    //^ method Dog.title()
        super.run(at: 2)
        //^ call Animal.run(at:Int) -> Dog.title()
        run(self)
        //^ call Animal.run(Animal) -> Dog.title()
        self.run(at: 1).rest()
        //^ call Animal.run(at:Int) -> Dog.title()
        //^ call More.swift#Animal.rest() -> Dog.title()
        friend?.rest()
        //^ call More.swift#Animal.rest() -> Dog.title()
        //^ use Animal.friend -> Dog.title()
        if let mate = friend {
            mate.rest()
            //^ call More.swift#Animal.rest() -> Dog.title()
        }
        let made = Dog(home: Home())
        //^ call Dog -> Dog.title()
        //^ call More.swift#Home -> Dog.title()
        made.bark()
        //^ call More.swift#Dog.bark() -> Dog.title()
        Dog.make().bark()
        //^ call Dog.make() -> Dog.title()
        //^ call More.swift#Dog.bark() -> Dog.title()
        //^ use Dog -> Dog.title()
        unknown.lost()
        helper(made)
        //^ call helper(Dog) -> Dog.title()
        let other = made as! Animal
        //^ use Animal -> Dog.title()
        other.rest()
        //^ call More.swift#Animal.rest() -> Dog.title()
        return name
        //^ use Dog.name -> Dog.title()
    }

    static func make() -> Dog {
    //^ method Dog.make()
    //^ use Dog -> Dog.make()
        return Dog(home: Home.shared)
        //^ call Dog -> Dog.make()
        //^ use More.swift#Home -> Dog.make()
        //^ use More.swift#Home.shared -> Dog.make()
    }
}

enum Suit {
//^ enum Suit
    case hearts
    //^ field Suit.hearts
    case spades
    //^ field Suit.spades

    func label() -> String {
    //^ method Suit.label()
        return other().label()
        //^ call Suit.label() -> Suit.label()
        //^ call Suit.other() -> Suit.label()
    }

    func other() -> Suit {
    //^ method Suit.other()
    //^ use Suit -> Suit.other()
        return Suit.hearts
        //^ use Suit -> Suit.other()
        //^ use Suit.hearts -> Suit.other()
    }
}

func helper(_ dog: Dog) {
//^ function helper(Dog)
//^ use Dog -> helper(Dog)
    dog.bark()
    //^ call More.swift#Dog.bark() -> helper(Dog)
    let act = { dog.bark() }
    //^ call More.swift#Dog.bark() -> helper(Dog)
    act()
}
