import kit.engine
# ^ import kit/engine.py
import kit as toys
# ^ import kit/__init__.py
from kit import greet, turn, deeper
# ^ import kit/__init__.py
from kit.inner import deep
# ^ import kit/inner/deep.py

try:
    from fast import run
except ImportError:
    from kit.engine import spin as run
    # ^ import kit/engine.py


def work():
# ^ function work
    greet()
    # ^ call kit/__init__.py#greet -> work
    turn()
    # ^ call kit/engine.py#spin -> work
    deeper()
    # ^ call kit/inner/deep.py#deeper -> work
    toys.greet()
    # ^ call kit/__init__.py#greet -> work
    kit.engine.spin()
    # ^ call kit/engine.py#spin -> work
    deep.deeper()
    # ^ call kit/inner/deep.py#deeper -> work
    run()
    # ^ call kit/engine.py#spin -> work
