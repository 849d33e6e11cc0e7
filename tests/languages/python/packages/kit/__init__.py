from . import engine
# ^ import kit/engine.py
from .engine import spin as turn
# ^ import kit/engine.py
from .inner.deep import *
# ^ import kit/inner/deep.py


def greet():
# ^ function greet
    return engine.spin()
    # ^ call kit/engine.py#spin -> greet
