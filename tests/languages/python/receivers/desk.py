from store import Shelf, make
# ^ import store.py


class Desk:
# ^ class Desk
    spare: Shelf
    # ^ field Desk.spare

    def __init__(self):
    # ^ method Desk.__init__
        self.shelf = Shelf()
        # ^ call store.py#Shelf -> Desk.__init__

    def fetch(self, key):
    # ^ method Desk.fetch
        self.spare.get(key)
        # ^ call store.py#Shelf.get -> Desk.fetch
        self.shelf.first.open()
        # ^ call store.py#Box.open -> Desk.fetch
        return self.shelf.get(key)
        # ^ call store.py#Shelf.get -> Desk.fetch

    def again(self):
    # ^ method Desk.again
        copy = self.itself()
        # ^ call Desk.itself -> Desk.again
        copy.fetch(1)
        # ^ call Desk.fetch -> Desk.again
        make().get(2)
        # ^ call store.py#Shelf.get -> Desk.again
        # ^ call store.py#make -> Desk.again

    def itself(self):
    # ^ method Desk.itself
        return self


class Corner(Desk):
# ^ class Corner
# ^ inherit Desk -> Corner
    def fetch(self, key):
    # ^ method Corner.fetch
        self.itself().fetch(key)
        # ^ call Corner.fetch -> Corner.fetch
        # ^ call Desk.itself -> Corner.fetch
        return super().fetch(key)
        # ^ call Desk.fetch -> Corner.fetch

    @classmethod
    def build(cls):
    # ^ method Corner.build
        return cls()
        # ^ call Corner -> Corner.build

    @staticmethod
    def count():
    # ^ method Corner.count
        return 1


def loose(mapping, **options):
# ^ function loose
    mapping.get("x")
    options.get("y")
    Corner.build().fetch(Corner.count())
    # ^ call Corner.build -> loose
    # ^ call Corner.count -> loose
    # ^ call Corner.fetch -> loose
