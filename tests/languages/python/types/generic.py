from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, Optional, TypeVar

T = TypeVar("T")
# ^ constant T


class Item:
# ^ class Item
    def use(self): ...
    # ^ method Item.use


class Box(Generic[T]):
# ^ class Box
    def __init__(self, held: T):
    # ^ method Box.__init__
        self.held = held

    def get(self) -> T:
    # ^ method Box.get
        return self.held

    def each(self) -> Iterator[T]:
    # ^ method Box.each
        yield self.held


class ItemBox(Box[Item]): ...
# ^ class ItemBox
# ^ inherit Box -> ItemBox


def first(items: list[T]) -> T:
# ^ function first
    return items[0]


def walk(box: Box[Item], many: dict[str, Item], maybe: Optional[Item], other, pairs: list[tuple[str, Item]]):
# ^ function walk
    box.get().use()
    # ^ call Box.get -> walk
    # ^ call Item.use -> walk
    box.held.use()
    # ^ call Item.use -> walk
    for item in box.each():
    # ^ call Box.each -> walk
        item.use()
        # ^ call Item.use -> walk
    for _, item in many.items():
        item.use()
        # ^ call Item.use -> walk
    for number, (name, item) in enumerate(pairs):
        item.use()
        # ^ call Item.use -> walk
    first(list(many.values())).use()
    # ^ call Item.use -> walk
    # ^ call first -> walk
    ItemBox(Item()).get().use()
    # ^ call Box.get -> walk
    # ^ call Item -> walk
    # ^ call Item.use -> walk
    # ^ call ItemBox -> walk
    [item.use() for item in many.values()]
    # ^ call Item.use -> walk
    if maybe is not None:
        maybe.use()
        # ^ call Item.use -> walk
    if isinstance(other, Item):
        other.use()
        # ^ call Item.use -> walk


async def later() -> Item:
# ^ function later
    return Item()
    # ^ call Item -> later


async def wait():
# ^ function wait
    (await later()).use()
    # ^ call Item.use -> wait
    # ^ call later -> wait
