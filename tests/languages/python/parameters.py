# check: definition, call, use
class Engine:
# ^ class Engine
    def warm(self):
# ^ method Engine.warm
        return 1


class Motor:
# ^ class Motor
    def warm(self):
# ^ method Motor.warm
        return 1


class Box[T: Engine, *Ts, **P]:
# ^ class Box; use Engine -> Box
    def __init__(self, held: T):
# ^ method Box.__init__
        self.held = held

    def run(self) -> T:
# ^ method Box.run
        self.held.warm()
# ^ call Engine.warm -> Box.run
        return self.held


def first[T: Engine](one: T, other: T) -> T:
# ^ function first; use Engine -> first
    one.warm()
# ^ call Engine.warm -> first
    return one


def either[T: (Engine, Motor)](one: T):
# ^ function either; use Engine -> either; use Motor -> either
    return one


def usual[T = Engine, U: Engine = Engine](one: U, other: T):
# ^ function usual; use Engine -> usual
    one.warm()
# ^ call Engine.warm -> usual


type Many[T] = list[T]
# ^ type Many
type Engines = Many[Engine]
# ^ type Engines; use Engine -> Engines; use Many -> Engines


def all_of(engines: Many[Engine], others: Engines):
# ^ function all_of; use Engine -> all_of; use Many -> all_of; use Engines -> all_of
    for engine in engines:
        engine.warm()
# ^ call Engine.warm -> all_of
    for engine in others:
        engine.warm()
# ^ call Engine.warm -> all_of
    Box(Motor()).run().warm()
# ^ call Box -> all_of; call Motor -> all_of; call Box.run -> all_of; call Motor.warm -> all_of
