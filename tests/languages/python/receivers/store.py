class Shelf:
# ^ class Shelf
    def __init__(self):
    # ^ method Shelf.__init__
        self.items = {}

    def get(self, key):
    # ^ method Shelf.get
        return self.items.get(key)

    @property
    def first(self) -> "Box":
    # ^ method Shelf.first
        return Box(self)
        # ^ call Box -> Shelf.first


class Box:
# ^ class Box
    def __init__(self, shelf: Shelf):
    # ^ method Box.__init__
        self.shelf = shelf

    def open(self):
    # ^ method Box.open
        return self.shelf.get(1)
        # ^ call Shelf.get -> Box.open


def get(key):
# ^ function get
    return key


def make():
# ^ function make
    return Shelf()
    # ^ call Shelf -> make
