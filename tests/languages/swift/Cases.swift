// check: definition call
struct Card {
//^ struct Card
    func label() {}
    //^ method Card.label()
}

struct Fault {
//^ struct Fault
    func show() {}
    //^ method Fault.show()
}

enum State {
//^ enum State
    case loaded(Card, by: Fault), failed(code: Fault)
    //^ field State.loaded; field State.failed
}

func go(state: State) {
//^ function go(state:State)
    switch state {
    case .loaded(let card, let other):
        card.label()
        //^ call Card.label() -> go(state:State)
        other.show()
        //^ call Fault.show() -> go(state:State)
    case let .failed(code):
        code.show()
        //^ call Fault.show() -> go(state:State)
    }
}

func check(state: State) {
//^ function check(state:State)
    if case .failed(let code) = state { code.show() }
    //^ call Fault.show() -> check(state:State)
    guard case let .loaded(card, _) = state else { return }
    card.label()
    //^ call Card.label() -> check(state:State)
}
