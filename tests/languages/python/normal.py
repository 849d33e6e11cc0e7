# check: definition, call, use
# Names are compared in the form NFKC: an accent that is written apart, a ligature, a letter of a font.
class Box:
# ^ class Box
    def __init__(self):
# ^ method Box.__init__
        self.café = 1

    def café_of(self):
# ^ method Box.café_of
        return self.café


def café():
# ^ function café
    return 1


def ﬁle(*, 𝓷=1):
# ^ function file
    return n


def use():
# ^ function use
    Box().café_of()
# ^ call Box -> use; call Box.café_of -> use
    return café() + file()
# ^ call café -> use; call file -> use
