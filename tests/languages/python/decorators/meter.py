# check: definition call inherit import use
from functools import wraps
from typing import overload
from contextlib import contextmanager


def timed(label):
# ^ function timed
    def wrap(fn):
    # ^ function timed.wrap
        @wraps(fn)
        def inner(*args):
        # ^ function timed.wrap.inner
            return fn(*args)

        return inner
        # ^ use timed.wrap.inner -> timed.wrap

    return wrap
    # ^ use timed.wrap -> timed


class Meter:
# ^ class Meter
    @overload
    def read(self, at: int) -> int: ...
    @overload
    def read(self, at: str) -> str: ...
    @timed("read")
    # ^ call timed -> Meter
    # ^ use timed -> Meter.read
    def read(self, at):
    # ^ method Meter.read
    # ^ use timed -> Meter.read
        return at

    @property
    def level(self):
    # ^ method Meter.level
        return self.read(0)
        # ^ call Meter.read -> Meter.level

    @level.setter
    def level(self, value):
    # ^ method Meter.level~2
        self.read(value)
        # ^ call Meter.read -> Meter.level~2

    def close(self):
    # ^ method Meter.close
        return self.level
        # ^ use Meter.level -> Meter.close


@contextmanager
def opened():
# ^ function opened
    yield Meter()
    # ^ call Meter -> opened


def use():
# ^ function use
    with opened() as meter:
    # ^ call opened -> use
        meter.close()
        # ^ call Meter.close -> use
