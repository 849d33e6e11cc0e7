# check: call, definition
import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, ExitStack, asynccontextmanager as acm, closing


class Engine:
# ^ class Engine
    def warm(self):
# ^ method Engine.warm
        return 1

    def close(self):
# ^ method Engine.close
        return 1


class Fake:
# ^ class Fake
    def warm(self):
# ^ method Fake.warm
        return 2


def asynccontextmanager(function):
# ^ function asynccontextmanager
    """Of the same name as the library's, and another thing."""
    return function


@contextlib.contextmanager
def shut() -> Iterator[Engine]:
# ^ function shut
    yield Engine()
# ^ call Engine -> shut


@acm
async def opened() -> AsyncIterator[Engine]:
# ^ function opened
    yield Engine()
# ^ call Engine -> opened


@acm
async def unsaid():
# ^ function unsaid
    yield Engine()
# ^ call Engine -> unsaid


@asynccontextmanager
async def own() -> AsyncIterator[Engine]:
# ^ function own
    yield Engine()
# ^ call Engine -> own


def managed() -> AbstractAsyncContextManager[Engine]:
# ^ function managed
    return opened()
# ^ call opened -> managed


class Pool:
# ^ class Pool
    @contextlib.asynccontextmanager
    async def lease(self) -> AsyncIterator[Engine]:
# ^ method Pool.lease
        yield Engine()
# ^ call Engine -> Pool.lease

    async def use(self):
# ^ method Pool.use
        async with self.lease() as one:
# ^ call Pool.lease -> Pool.use
            one.warm()
# ^ call Engine.warm -> Pool.use


class Stream:
# ^ class Stream
    def __aiter__(self):
# ^ method Stream.__aiter__
        return self

    async def __anext__(self) -> Engine:
# ^ method Stream.__anext__
        return Engine()
# ^ call Engine -> Stream.__anext__


async def with_async():
# ^ function with_async
    async with opened() as one, unsaid() as two, managed() as three:
# ^ call opened -> with_async; call unsaid -> with_async; call managed -> with_async
        one.warm()
# ^ call Engine.warm -> with_async
        two.warm()
# ^ call Engine.warm -> with_async
        three.close()
# ^ call Engine.close -> with_async
    async for four in Stream():
# ^ call Stream -> with_async
        four.warm()
# ^ call Engine.warm -> with_async


def with_stack():
# ^ function with_stack
    with ExitStack() as stack, closing(Engine()) as other:
# ^ call Engine -> with_stack
        one = stack.enter_context(shut())
# ^ call shut -> with_stack
        one.warm()
# ^ call Engine.warm -> with_stack
        other.close()
# ^ call Engine.close -> with_stack


async def with_async_stack():
# ^ function with_async_stack
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(opened())
# ^ call opened -> with_async_stack
        one.warm()
# ^ call Engine.warm -> with_async_stack
