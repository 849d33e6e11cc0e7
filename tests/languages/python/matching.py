# check: definition, call, use, guess, inherit
from dataclasses import dataclass

import shapes


@dataclass
class Point:
# ^ class Point
    x: "Ink"
# ^ field Point.x; use Ink -> Point.x
    y: int
# ^ field Point.y

    def mark(self):
# ^ method Point.mark
        return 1


class Circle(Point):
# ^ class Circle; inherit Point -> Circle
    radius: "Ink"
# ^ field Circle.radius; use Ink -> Circle.radius

    def roll(self):
# ^ method Circle.roll
        return 1


class Ink:
# ^ class Ink
    def dry(self):
# ^ method Ink.dry
        return 1


RED = 1
# ^ constant RED


class Names:
# ^ class Names
    RED = 2
# ^ field Names.RED


def take(thing, pair: tuple[Point, Ink], many: list[Ink], named: dict[str, Ink]):
# ^ function take; use Point -> take; use Ink -> take
    match thing:
        case Circle(x=ink) as whole:
# ^ use Circle -> take; use Point.x -> take
            ink.dry()
# ^ call Ink.dry -> take
            whole.roll()
# ^ call Circle.roll -> take
        case Point(first, 0) if first:
# ^ use Point -> take
            first.dry()
# ^ call Ink.dry -> take
            thing.mark()
# ^ call Point.mark -> take
        case Circle() | Point():
# ^ use Circle -> take; use Point -> take
            thing.mark()
# ^ call Point.mark -> take
        case Names.RED | shapes.BLUE:
# ^ use Names.RED -> take
            return thing
        case RED:
            return RED
    match pair:
        case (point, Ink() as ink):
# ^ use Ink -> take
            point.mark()
# ^ call Point.mark -> take
            ink.dry()
# ^ call Ink.dry -> take
    match many, named:
        case [one, *_], {"a": two, **rest}:
            one.dry()
# ^ call Ink.dry -> take
            two.dry()
# ^ call Ink.dry -> take


def unknown(thing):
# ^ function unknown
    match thing:
        case Names.RED | Ink():
# ^ use Names.RED -> unknown; use Ink -> unknown
            thing.mark()
# ^ guess Point.mark -> unknown


class Pair:
# ^ class Pair
    __match_args__ = ("right", "left")
# ^ field Pair.__match_args__
    left: "Point"
# ^ field Pair.left; use Point -> Pair.left
    right: "Ink"
# ^ field Pair.right; use Ink -> Pair.right


class Loose(Point):
# ^ class Loose; inherit Point -> Loose
    colour: "Ink"
# ^ field Loose.colour; use Ink -> Loose.colour


def by_place(pair: Pair, loose):
# ^ function by_place; use Pair -> by_place
    match pair:
        case Pair(ink, point):
# ^ use Pair -> by_place
            ink.dry()
# ^ call Ink.dry -> by_place
            point.mark()
# ^ call Point.mark -> by_place
    match loose:
        case Loose(one):
# ^ use Loose -> by_place
            one.roll()
# ^ guess Circle.roll -> by_place
