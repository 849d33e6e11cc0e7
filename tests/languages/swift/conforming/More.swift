// check: definition call inherit use
protocol Sorted {
//^ interface Sorted
    var rank: Int { get }
    //^ field Sorted.rank
}

extension Sorted {
//^ use Sorted -> module
    func before(_ other: Self) -> Bool { return rank < other.rank }
    //^ method Sorted.before(Self); use Sorted.rank -> Sorted.before(Self)
}

// A conformance without a member.
extension Card: Sorted {}
//^ use Shapes.swift#Card -> module; use Sorted -> module
extension Suit: Sorted {}
//^ use Shapes.swift#Suit -> module; use Sorted -> module

let LIMIT = 3
//^ field LIMIT

class Table {
//^ class Table
    var suit: Suit = .hearts
    //^ field Table.suit; use Shapes.swift#Suit -> Table.suit; use Shapes.swift#Suit.hearts -> Table.suit

    func play(card: Card, holder: Card.Holder, cards: [Card], any: any Named) {
    //^ method Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed); use Shapes.swift#Card -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
    //^ use Shapes.swift#Card.Holder -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
    //^ use Shapes.swift#Named -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        _ = card.greet()
        //^ call Shapes.swift#Named.greet() -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        _ = card.before(card)
        //^ call Sorted.before(Self) -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        _ = any.greet()
        //^ call Shapes.swift#Named.greet() -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        holder.hold(card, as: .spades(1))
        //^ call Shapes.swift#Card.Holder.hold(Card,as:Suit) -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        //^ call Shapes.swift#Suit.spades -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        self.suit = LIMIT > 1 ? .hearts : .make(LIMIT)
        //^ use Table.suit -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        //^ use Shapes.swift#Suit.hearts -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        //^ call Shapes.swift#Suit.make(Int) -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        //^ use LIMIT -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        if card.suit == .hearts {}
        //^ use Shapes.swift#Card.suit -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        //^ use Shapes.swift#Suit.hearts -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        switch card.suit {
        //^ use Shapes.swift#Card.suit -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        case .hearts, .spades(3): clear()
        //^ use Shapes.swift#Suit.hearts -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        //^ use Shapes.swift#Suit.spades -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        //^ call Shapes.swift#clear() -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        default: break
        }
        cards[LIMIT].label()
        //^ use LIMIT -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        //^ call Shapes.swift#Card.label() -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        let names = cards.map(\Card.suit)
        //^ use Shapes.swift#Card.suit -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
        let picked = [1].map(pick)
        //^ use Shapes.swift#pick(Int) -> Table.play(card:Card,holder:Card.Holder,cards:[Card],any:anyNamed)
    }
}
