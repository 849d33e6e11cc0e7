// check: definition call inherit import use
struct Home {
//^ struct Home
    static let shared = Home()
    //^ call Home -> Home.shared
    //^ field Home.shared

    func enter() {
    //^ method Home.enter()
        paint()
        //^ call Home.paint() -> Home.enter()
    }
}

protocol Resting {
//^ interface Resting
    func sleep()
    //^ method Resting.sleep()
}

extension Home {
//^ use Home -> module
    func paint() {
    //^ method Home.paint()
        enter()
        //^ call Home.enter() -> Home.paint()
        self.enter()
        //^ call Home.enter() -> Home.paint()
    }
}

extension Animal: Resting {
//^ use Main.swift#Animal -> module
//^ use Resting -> module
    func rest() {
    //^ method Animal.rest()
        sleep()
        //^ call Animal.sleep() -> Animal.rest()
        home.paint()
        //^ call Home.paint() -> Animal.rest()
        //^ use Main.swift#Animal.home -> Animal.rest()
    }

    func sleep() {}
    //^ method Animal.sleep()
}

extension Dog {
//^ use Main.swift#Dog -> module
    var loud: Bool { return true }
    //^ field Dog.loud

    func bark() {
    //^ method Dog.bark()
        rest()
        //^ call Animal.rest() -> Dog.bark()
        _ = title()
        //^ call Main.swift#Dog.title() -> Dog.bark()
    }
}

typealias Place = Home
//^ type Place
//^ use Home -> Place

func visit(place: Place) {
//^ function visit(place:Place)
//^ use Place -> visit(place:Place)
    place.enter()
    //^ call Home.enter() -> visit(place:Place)
}
