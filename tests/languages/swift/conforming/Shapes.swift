// check: definition call inherit use
protocol Named {
//^ interface Named
    func label() -> String
    //^ method Named.label()
}

extension Named {
//^ use Named -> module
    func greet() -> String { return label() }
    //^ method Named.greet(); call Named.label() -> Named.greet()
}

enum Suit {
//^ enum Suit; inherit More.swift#Sorted -> Suit
    case hearts
    //^ field Suit.hearts
    case spades(Int)
    //^ field Suit.spades
    static func make(_ n: Int) -> Suit { return .spades(n) }
    //^ method Suit.make(Int); use Suit -> Suit.make(Int); call Suit.spades -> Suit.make(Int)
    var other: Suit { return .hearts }
    //^ field Suit.other; use Suit -> Suit.other; use Suit.hearts -> Suit.other
}

struct Card {
//^ struct Card; inherit More.swift#Sorted -> Card
    var suit: Suit = .hearts
    //^ field Card.suit; use Suit -> Card.suit; use Suit.hearts -> Card.suit

    open class Holder {
    //^ class Card.Holder
        func hold(_ card: Card, as suit: Suit = .hearts) {}
        //^ method Card.Holder.hold(Card,as:Suit); use Card -> Card.Holder.hold(Card,as:Suit)
        //^ use Suit -> Card.Holder.hold(Card,as:Suit)
        open class Deep: Holder {
        //^ class Card.Holder.Deep; inherit Card.Holder -> Card.Holder.Deep
            func go(_ card: Card) { hold(card) }
            //^ method Card.Holder.Deep.go(Card); use Card -> Card.Holder.Deep.go(Card)
            //^ call Card.Holder.hold(Card,as:Suit) -> Card.Holder.Deep.go(Card)
        }
        deinit { clear() }
        //^ method Card.Holder.deinit(); call clear() -> Card.Holder.deinit()
    }

    subscript(index: Int) -> Suit {
    //^ method Card.subscript(index:Int); use Suit -> Card.subscript(index:Int)
        return pick(index)
        //^ call pick(Int) -> Card.subscript(index:Int)
    }
}

extension Card: Named {
//^ use Named -> module; use Card -> module; inherit Named -> Card
    func label() -> String { return "" }
    //^ method Card.label()
}

func clear() {}
//^ function clear()
func pick(_ n: Int) -> Suit { return Suit.make(n) }
//^ function pick(Int); use Suit -> pick(Int); call Suit.make(Int) -> pick(Int)
