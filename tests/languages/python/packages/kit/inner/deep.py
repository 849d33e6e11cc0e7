from ..engine import spin
# ^ import kit/engine.py

__all__ = ["deeper"]
# ^ constant __all__


def deeper():
# ^ function deeper
    return spin()
    # ^ call kit/engine.py#spin -> deeper


def _hidden():
# ^ function _hidden
    return deeper()
    # ^ call deeper -> _hidden
