# check: definition call inherit import use
import textwrap

LIMIT = 3
# ^ constant LIMIT


def area(w):
# ^ function area
    return w * LIMIT
    # ^ use LIMIT -> area


def outer(w):
# ^ function outer
    def area(side):
    # ^ function outer.area
        return side

    return area(w)
    # ^ call outer.area -> outer


def injected(area):
# ^ function injected
    return area(5)


def relabel(textwrap):
# ^ function relabel
    return textwrap.area(3)


def passed(callback=area):
# ^ function passed
# ^ use area -> passed
    table = {"a": area}
    # ^ use area -> passed
    return [area(x) for x in range(3)], callback, table
    # ^ call area -> passed


class Holder:
# ^ class Holder
    area = staticmethod(area)
    # ^ field Holder.area
    # ^ use area -> Holder.area

    def run(self):
    # ^ method Holder.run
        return area(1)
        # ^ call area -> Holder.run

    class Inner:
    # ^ class Holder.Inner
        def go(self):
        # ^ method Holder.Inner.go
            return Holder().run()
            # ^ call Holder -> Holder.Inner.go
            # ^ call Holder.run -> Holder.Inner.go
