# check: definition, call, import, external
# Inside a package a bare name is never a neighbour.
import types
# ^ import external:python/types
from kit.types import Kind
# ^ import kit/types.py


def kind():
# ^ function kind
    types.new_class("x")
# ^ call external:python/types#new_class -> kind
    return Kind()
# ^ call kit/types.py#Kind -> kind
